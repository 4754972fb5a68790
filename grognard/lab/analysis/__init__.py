"""What battles and matches come to: odds, simulation, pairings of players, replays, results and their plots."""
