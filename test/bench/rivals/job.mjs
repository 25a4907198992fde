// What a person writes with a bare fetch: create a job, look at it every five seconds, print its pull request.
import { setTimeout as sleep } from "node:timers/promises";

const { BASE_URL, PROJECT_ID, API_KEY, PROMPT, INTERVAL = "5" } = process.env;
const url = `${BASE_URL}/v2/agent/${PROJECT_ID}/job`;
const headers = { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" };

async function ask(address, request) {
  const response = await fetch(address, { headers, ...request });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return await response.json();
}

let job = await ask(url, { method: "POST", body: JSON.stringify({ prompt: PROMPT }) });
while (job.status === "active") {
  await sleep(INTERVAL * 1000);
  job = await ask(`${url}/${job.id}`);
}
console.log(job.prLink);
if (job.status !== "completed") process.exitCode = 1;
