import { Agent } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { ActionError } from "../../src/errors.ts";
import { noRetries } from "../../src/github/client.ts";
import { commentThread } from "../../src/github/comments.ts";
import { GitHubError } from "../../src/github/errors.ts";
import { Connections, tellNotSent } from "../../src/network/connections.ts";
import { gitHubAt } from "../github/fake-github.ts";
import { answer, hang, reset, serve, type Turn } from "../service/local-server.ts";
import { job, open, serviceAt } from "../service/service-under-test.ts";

// What can go wrong between a client and a server, once, over real sockets: the server answers properly from then on. A
// write is sent again only where the server certainly did not act on it, and a read wherever that can help.

/** An answer that every request can use; a list where GitHub is asked for one. */
const good: Turn = (response, request) => {
  const id = request.url?.includes("/github/") ? 5 : job.id;
  const one = { ...job, id, body: "Hi", html_url: "", user: null };
  answer(200, request.url?.includes("per_page") ? [one] : one)(response, request);
};

/** Sends the beginning of an answer, and then a byte often enough for any limit on the time between two of them. */
const drip: Turn = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 50);
  response.once("close", () => clearInterval(timer));
};
const noHttp: Turn = (_response, { socket }) => void socket.end("220 mail.example.com ESMTP\r\n");
const closed: Turn = (_response, { socket }) => void socket.end();

/**
 * A fault, and how each request ends after it: a new job, the status of a job, a new comment on GitHub, the comments there.
 * “again” means that it was sent again and answered; all else is the reason, after a single request.
 */
type Row = [
  fault: string,
  turn: Turn,
  newJob: string,
  status: string,
  newComment: string,
  comments: string,
];

const rows: Row[] = [
  ["resets the connection", reset(), "uncertain", "again", "no-answer", "again"],
  ["closes the connection", closed, "uncertain", "again", "no-answer", "again"],
  ["speaks another protocol", noHttp, "uncertain", "again", "no-answer", "again"],
  ["never answers", hang(), "uncertain", "again", "no-answer", "again"],
  ["breaks off its answer", reset('{"id":'), "uncertain", "again", "unreadable", "unreadable"],
  ["stops in its answer", hang(200), "uncertain", "again", "unreadable", "unreadable"],
  ["answers byte by byte", drip, "uncertain", "again", "unreadable", "unreadable"],
  [
    "answers with broken JSON",
    answer(200, '{"id":'),
    "uncertain",
    "again",
    "unreadable",
    "unreadable",
  ],
  [
    "answers in another shape",
    answer(200, { data: [] }),
    "uncertain",
    "again",
    "unreadable",
    "unreadable",
  ],
];

const timeouts = { connectMs: 1500, answerMs: 1000 };

function serviceOf(base: URL) {
  const agent = new Agent().compose(tellNotSent);
  onTestFinished(() => agent.destroy());
  return serviceAt(base, agent, timeouts).service;
}

function gitHubOf(base: URL) {
  const connections = open(new Connections({ timeouts }));
  return gitHubAt(`${base.origin}/github`, connections);
}

const requests: ((base: URL) => Promise<unknown>)[] = [
  (base) => serviceOf(base).createJob("Write."),
  (base) => serviceOf(base).getJob(job.id),
  (base) =>
    gitHubOf(base).ask(async ({ rest }, repository) => {
      const comment = { ...repository, ...noRetries, issue_number: 7, body: "Hi" };
      // Reading it fails where the answer is no comment.
      return (await rest.issues.createComment(comment)).data.id.toFixed();
    }),
  (base) => commentThread(gitHubOf(base), 7).list(),
];

/** How a request ends at a server with this fault. */
async function end(request: (base: URL) => Promise<unknown>, turn: Turn): Promise<string> {
  const server = open(await serve([turn, good]));
  const reason = await request(server.url).then(
    () => "again",
    (error: unknown) => {
      if (error instanceof ActionError) return error.reason;
      if (error instanceof GitHubError) return String(error.failure);
      throw error;
    },
  );
  const count = server.requests.length;
  return count === (reason === "again" ? 2 : 1) ? reason : `${reason} after ${count}`;
}

test.each(rows)("a server that %s", async (_, turn, ...expected) => {
  expect(await Promise.all(requests.map((request) => end(request, turn)))).toEqual(expected);
});
