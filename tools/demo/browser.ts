import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const answerSchema = z.object({
  id: z.number().optional(),
  result: z.looseObject({}).optional(),
  error: z.object({ message: z.string() }).optional(),
});
const targetSchema = z.object({ targetId: z.string() });
const sessionSchema = z.object({ sessionId: z.string() });
const sizeSchema = z.object({ cssContentSize: z.object({ height: z.number() }) });
const imageSchema = z.object({ data: z.string() });
const evaluatedSchema = z.object({
  exceptionDetails: z
    .object({ exception: z.object({ description: z.string() }).optional() })
    .optional(),
});
const frameSchema = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) });

/** A script that puts the drawn chart in the place of its source, in the theme that GitHub takes. */
function drawCharts(dark: boolean): string {
  return `(async () => {
    mermaid.initialize({ startOnLoad: false, theme: "${dark ? "dark" : "default"}" });
    for (const [index, code] of document.querySelectorAll("pre > .language-mermaid").entries()) {
      const { svg } = await mermaid.render("chart-" + index, code.textContent);
      const chart = document.createElement("div");
      chart.style.marginBottom = "16px";
      chart.innerHTML = svg;
      code.parentElement.replaceWith(chart);
    }
  })()`;
}

/** A headless Chromium, driven over the DevTools protocol, that takes pictures of pages. */
export class Browser {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  #lastId = 0;

  private constructor(process: ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
  }

  /** Starts the program with an empty profile. Throws when it does not start. */
  static async start(program: string): Promise<Browser> {
    const profile = mkdtempSync(join(tmpdir(), "docs-agent-browser-"));
    const flags = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--hide-scrollbars",
    ];
    const quiet = ["--disable-background-networking", "--disable-component-update"];
    const child = spawn(
      program,
      [
        ...flags,
        ...quiet,
        "--remote-debugging-port=0",
        `--user-data-dir=${profile}`,
        "about:blank",
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    const address = await new Promise<string>((resolve, reject) => {
      let told = "";
      child.once("error", reject);
      child.once("exit", () => reject(new Error(`${program} ended:\n${told}`)));
      child.stderr.on("data", (data: Buffer) => {
        told += data.toString();
        const found = /listening on (ws:\S+)/.exec(told)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    const socket = new WebSocket(address);
    await once(socket, "open");
    return new Browser(child, profile, socket);
  }

  /** A PNG of the whole page at this width in CSS pixels, with its Mermaid charts drawn. Throws if one has an error. */
  async picture(html: string, { width, dark }: { width: number; dark: boolean }): Promise<Buffer> {
    const { targetId } = targetSchema.parse(
      await this.#send("Target.createTarget", { url: "about:blank" }),
    );
    const attached = await this.#send("Target.attachToTarget", { targetId, flatten: true });
    const { sessionId } = sessionSchema.parse(attached);
    const send = (method: string, params: object = {}) => this.#send(method, params, sessionId);
    const features = [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }];
    await send("Emulation.setEmulatedMedia", { features });
    const size = (height: number) =>
      send("Emulation.setDeviceMetricsOverride", {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: false,
      });
    await size(100);
    const { frameTree } = frameSchema.parse(await send("Page.getFrameTree"));
    await send("Page.setDocumentContent", { frameId: frameTree.frame.id, html });
    if (html.includes("language-mermaid")) {
      for (const expression of [
        readFileSync(fileURLToPath(import.meta.resolve("@mermaid-js/tiny")), "utf8"),
        drawCharts(dark),
      ]) {
        const answer = await send("Runtime.evaluate", { expression, awaitPromise: true });
        const { exceptionDetails } = evaluatedSchema.parse(answer);
        if (exceptionDetails !== undefined)
          throw new Error(exceptionDetails.exception?.description);
      }
    }
    const { cssContentSize } = sizeSchema.parse(await send("Page.getLayoutMetrics"));
    await size(Math.ceil(cssContentSize.height));
    const { data } = imageSchema.parse(await send("Page.captureScreenshot", { format: "png" }));
    await this.#send("Target.closeTarget", { targetId });
    return Buffer.from(data, "base64");
  }

  async close(): Promise<void> {
    this.#socket.close();
    const ended = once(this.#process, "exit");
    this.#process.kill();
    await ended;
    rmSync(this.#profile, { recursive: true, force: true });
  }

  async #send(method: string, params: object, sessionId?: string): Promise<unknown> {
    const id = ++this.#lastId;
    const answered = new Promise<z.output<typeof answerSchema>>((resolve) => {
      const listen = ({ data }: MessageEvent) => {
        const answer = answerSchema.parse(JSON.parse(String(data)));
        if (answer.id !== id) return;
        this.#socket.removeEventListener("message", listen);
        resolve(answer);
      };
      this.#socket.addEventListener("message", listen);
    });
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }
}
