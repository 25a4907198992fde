import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";

const source = join(import.meta.dirname, "../../src/visitors");
/** The rooms, each of which may import itself and those before it. */
const rooms = ["read", "find", "tell"];
const roomOf = (path: string) => rooms.findIndex((room) => path.startsWith(`${room}/`));

it.each(rooms)("nothing in the room %s imports from a later one", (room) => {
  const files = globSync(`${room}/*.ts`, { cwd: source });
  expect(files).not.toEqual([]);
  for (const file of files) {
    const text = readFileSync(join(source, file), "utf8");
    const imported = Array.from(text.matchAll(/from "(\.[^"]+)"/g), ([, path = ""]) =>
      relative(source, join(source, dirname(file), path)),
    );
    expect(
      imported.filter((path) => roomOf(path) > roomOf(file)),
      file,
    ).toEqual([]);
    // What composes the rooms is above them.
    expect(
      imported.filter((path) => !path.startsWith("..") && roomOf(path) < 0),
      file,
    ).toEqual([]);
  }
});
