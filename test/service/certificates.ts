import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Keys and certificates in PEM: an authority of its own, and what it has vouched for. */
export type Certificates = { authority: string; server: { key: string; cert: string } };

/** True where certificates can be made, which takes openssl. */
export const canMakeCertificates = spawnSync("openssl", ["version"]).status === 0;

/** Makes an authority that nobody knows yet, and a certificate of it for these names, such as `DNS:docs.test`. */
export function makeCertificates(names: readonly string[]): Certificates {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-certificates-"));
  const openssl = (command: string) =>
    execFileSync("openssl", command.split(" "), { cwd: folder, stdio: "pipe" });
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
  try {
    openssl(`req -x509 ${newKey} -keyout ca.key -out ca.pem -days 2 -subj /CN=authority.test`);
    openssl(`req ${newKey} -keyout server.key -out server.csr -subj /CN=docs.test`);
    writeFileSync(join(folder, "names.cnf"), `subjectAltName=${names.join(",")}\n`);
    const authority = "-CA ca.pem -CAkey ca.key -CAcreateserial";
    openssl(`x509 -req -in server.csr ${authority} -out server.pem -days 1 -extfile names.cnf`);
    return {
      authority: read("ca.pem"),
      server: { key: read("server.key"), cert: read("server.pem") },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
