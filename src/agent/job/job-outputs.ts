import { parsePullRequestLink } from "../../github/pull-request-address.ts";
import type { SetOutput } from "../../runner/files.ts";
import type { Logger } from "../../runner/log.ts";
import type { Job } from "../../service/schemas.ts";
import { plainUrl } from "../../text/markdown.ts";
import { shorten } from "../../text/words.ts";

/** What the service said of the job so far, and the outputs that tell of it. */
export class JobOutputs {
  readonly #setOutput: SetOutput;
  readonly #log: Logger;
  #job: Job | undefined;
  #prLink: string | undefined;
  #warned = false;

  constructor({ setOutput, log }: { setOutput: SetOutput; log: Logger }) {
    this.#setOutput = setOutput;
    this.#log = log;
  }

  /** The newest response. */
  get job(): Job | undefined {
    return this.#job;
  }

  /** The normalised link of the pull request. */
  get prLink(): string | undefined {
    return this.#prLink;
  }

  /** Stores a response and sets the outputs at once, so a step that is killed still has them. */
  update(job: Job): void {
    this.#job = job;
    this.#setOutput("status", job.status);
    if (job.source?.repository !== undefined) this.#setOutput("repository", job.source.repository);
    if (job.source?.ref !== undefined) this.#setOutput("ref", job.source.ref);
    if (job.model !== undefined) this.#setOutput("model", job.model);
    if (job.createdAt !== undefined) this.#setOutput("createdAt", job.createdAt);
    if (typeof job.prLink === "string" && job.prLink !== "") this.setLink(job.prLink);
  }

  /** Stores the address of the pull request. One that is no http(s) URL is left out, with a warning. */
  setLink(prLink: string): void {
    const link = plainUrl(prLink);
    if (link !== undefined) {
      this.#prLink = link;
      this.#setOutput("prLink", link);
      const pull = parsePullRequestLink(link);
      this.#setOutput("prNumber", pull === undefined ? "" : String(pull.number));
      this.#setOutput("prRepository", pull === undefined ? "" : `${pull.owner}/${pull.repo}`);
    } else if (!this.#warned) {
      this.#warned = true;
      this.#log.warning(
        "Pull request link left out",
        `The job's prLink is not an http(s) URL: ${shorten(prLink, 200)}`,
      );
    }
  }
}
