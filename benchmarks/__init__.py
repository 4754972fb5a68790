"""How fast and how big things are, as ratios against a peer in the same run."""
