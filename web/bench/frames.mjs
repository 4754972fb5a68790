/** Frame times of the board while it is panned and zoomed in a Chromium that draws without a graphics card.
 *
 *     node bench/frames.mjs [--json] [address of the page]      (without one, it starts a server of its own)
 *     GROGNARD_TABLE=http://127.0.0.1:8000 node bench/frames.mjs "?seat=TOKEN&pieces=600"   (what a seat of that table sees)
 *
 * Prints p50, p95 and the longest frame of each gesture; fails if a p95 is above 33 ms. For comparison a single plain
 * picture is moved in the same way before and after: on a busy machine that misses frames too. With --json the last line
 * has the figures for a program. */
import { chromium } from "playwright-core";
import { createServer } from "vite";

const LIMIT = 33;
const [WIDE, HIGH] = [1280, 800];
const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A picture as large as the board, moved as a whole: the least that any map costs. */
const PLAIN = `data:text/html,<body style="margin:0;overflow:hidden"><canvas width="2400" height="2000"
  style="will-change:transform;transform-origin:0 0"></canvas><script>
  const sheet = document.querySelector("canvas"), pen = sheet.getContext("2d");
  for (let i = 0; i < 4000; i++) {
    pen.fillStyle = "hsl(" + ((i * 37) % 360) + " 40% 70%)";
    pen.fillRect((i * 131) % 2400, (i * 57) % 2000, 60, 60);
  }
  let x = 0, y = 0, k = 1;
  const show = () => (sheet.style.transform = "translate(" + x + "px," + y + "px) scale(" + k + ")");
  onmousemove = (event) => { if (event.buttons) { x += event.movementX; y += event.movementY; show(); } };
  onwheel = (event) => { k *= 1 - event.deltaY / 1000; show(); };
</script>`.replaceAll("#", "%23");

async function served() {
  const server = await createServer({
    server: { port: 0, host: "127.0.0.1", hmr: false },
    logLevel: "error",
  });
  await server.listen();
  return { server, address: `http://127.0.0.1:${server.httpServer.address().port}/bench/index.html` };
}

const asked = process.argv.slice(2).filter((word) => word !== "--json");
const query = asked[0]?.startsWith("?") ? asked[0] : "";
const { server, address } = asked[0] && !query ? { server: null, address: asked[0] } : await served();
const browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS });
const page = await browser.newPage({ viewport: { width: WIDE, height: HIGH } });
page.setDefaultTimeout(120_000);
page.on("pageerror", (error) => console.error(String(error)));
await page.addInitScript(() => {
  window.spans = [];
  let last = 0;
  const frame = (now) => {
    if (last) window.spans.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
});

let worst = 0;
async function measure(name, gesture) {
  await page.evaluate(() => (window.spans.length = 0));
  await gesture();
  const spans = (await page.evaluate(() => window.spans))
    .map((span) => Math.round(span * 10) / 10)
    .sort((a, b) => a - b);
  const at = (part) => spans[Math.min(spans.length - 1, Math.floor(spans.length * part))] ?? 0;
  worst = Math.max(worst, at(0.95));
  const figures = [at(0.5), at(0.95), at(1)].map((span) => `${span.toFixed(1)} ms`.padStart(9));
  console.log(
    `${name.padEnd(34)} ${String(spans.length).padStart(4)} frames   p50 ${figures[0]}   p95 ${figures[1]}   max ${figures[2]}`,
  );
}

async function plain() {
  const before = worst;
  worst = 0;
  await page.goto(PLAIN);
  await page.waitForTimeout(500);
  await measure("a plain picture, panned", async () => {
    for (let i = 0; i < 4; i++) await drag(40, i % 2 ? 600 : -600, -300);
  });
  await measure("a plain picture, zoomed", async () => {
    await wheel(30, -20);
    await wheel(30, 20);
  });
  const found = worst;
  worst = before;
  return found;
}

let plainly = await plain();
await page.goto(address + query);
await page.waitForSelector("[data-piece]");
await page.waitForTimeout(2500);

async function drag(steps, dx, dy) {
  const [x, y] = [WIDE / 2 - dx / 2, HIGH / 2 - dy / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= steps; i++) await page.mouse.move(x + (dx * i) / steps, y + (dy * i) / steps);
  await page.mouse.up();
}

async function wheel(steps, by) {
  await page.mouse.move(WIDE / 2, HIGH / 2);
  for (let i = 0; i < steps; i++) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(12);
  }
}

await measure("at rest", () => page.waitForTimeout(1000));
await measure("zooming in, from all to few hexes", () => wheel(60, -24));
await page.waitForTimeout(700);
await measure("panning, near", async () => {
  for (let i = 0; i < 4; i++) await drag(40, i % 2 ? 700 : -700, -300);
});
await measure("zooming out", () => wheel(60, 14));
await page.waitForTimeout(700);
await measure("panning, far", async () => {
  for (let i = 0; i < 4; i++) await drag(40, i % 2 ? 600 : -600, i % 2 ? 300 : -300);
});
await measure("zooming in and out, over and over", async () => {
  for (let i = 0; i < 3; i++) {
    await wheel(25, -20);
    await wheel(25, 20);
  }
});
await page.waitForTimeout(1500);
await measure("pointing at pieces", async () => {
  for (let i = 0; i < 240; i++) await page.mouse.move(200 + (i % 60) * 14, 200 + (i % 7) * 50);
});
plainly = Math.max(plainly, await plain());
await browser.close();
await server?.close();
console.log(
  worst <= LIMIT ? `the slowest p95 is ${worst.toFixed(1)} ms` : `too slow: a p95 of ${worst.toFixed(1)} ms`,
);
if (process.argv.includes("--json")) console.log(JSON.stringify({ board: worst, plain: plainly }));
process.exitCode = worst <= LIMIT ? 0 : 1;
