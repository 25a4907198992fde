import { expect, test } from "vitest";
import { FakeClock } from "../fake-clock.ts";
import { FakeGitHub } from "../github/fake-github.ts";
import { runInProcess } from "../runner/in-process.ts";
import type { Step } from "../runner/runner.ts";

/** A run through no network but a proxy's. Nobody listens at 0.0.0.0, which is no loopback address. */
function runBehind(proxy: string, step: Partial<Step>) {
  const none = { https_proxy: undefined, NO_PROXY: undefined, no_proxy: undefined };
  const credentials = { "api-key": "mint_scenario_key", "project-id": "acme", "github-token": "ghs_token" };
  return runInProcess(
    {
      ...step,
      with: { ...credentials, "base-url": "https://0.0.0.0:9", ...step.with },
      env: {
        ...{ GITHUB_REPOSITORY: "acme/site", GITHUB_API_URL: "https://0.0.0.0:9", ...none },
        HTTPS_PROXY: proxy,
      },
    },
    { clock: new FakeClock(Date.now(), { speed: 1 }) },
  );
}

test.each(["not a proxy", "socks5://127.0.0.1:9"])(
  "a proxy that cannot be used is named, also where GitHub is asked first: %s",
  async (proxy) => {
    const gitHub = new FakeGitHub();
    const { name, payload } = gitHub.commentEvent(gitHub.write("maintainer", "/docs-agent Document it"));
    const event = { eventName: name, event: payload };
    const { exitCode, outputs, stdout } = await runBehind(proxy, {
      ...event,
      with: { "base-url": "http://127.0.0.1:9" },
    });
    expect([exitCode, outputs["result"], outputs["reason"]]).toEqual([1, "error", "input"]);
    expect(outputs["message"]).toMatch(/\bproxy\b/i);
    expect(stdout).not.toMatch(/ERR_|connection broke/);
  },
);
