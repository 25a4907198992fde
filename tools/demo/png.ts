import { crc32, deflateSync, inflateSync } from "node:zlib";

/**
 * The picture in its 256 most frequent colours, which makes a screenshot of text about a third as large. Reads what Chromium
 * writes: 8 bits a channel, RGB or RGBA, not interlaced (PNG, third edition).
 */
export function withPalette(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === "IHDR")?.data ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = header[9] === 6 ? 4 : 3;
  const data = chunks.filter(({ type }) => type === "IDAT").map((chunk) => chunk.data);
  const pixels = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels);

  const colors = Array.from({ length: width * height }, (_, index) => pixels.readUIntBE(index * channels, 3));
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a).map(([color]) => color);
  const palette = byCount.slice(0, 256);
  const indexes = new Map(byCount.map((color) => [color, nearest(color, palette)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (const [at, color] of colors.entries())
    rows[Math.floor(at / width) * (width + 1) + (at % width) + 1] = indexes.get(color) ?? 0;
  const newHeader = Buffer.from(header);
  newHeader[9] = 3;
  return Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", newHeader),
    chunk("PLTE", Buffer.from(palette.flatMap(channelsOf))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The index of the most similar colour. */
function nearest(color: number, palette: readonly number[]): number {
  const [red, green, blue] = channelsOf(color);
  const distances = palette.map((other) => {
    const [r, g, b] = channelsOf(other);
    return (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
  });
  return distances.indexOf(Math.min(...distances));
}

function channelsOf(color: number): [red: number, green: number, blue: number] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString("latin1", at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

/** Undoes the filter of each row (PNG, section 9). */
function unfiltered(data: Buffer, rowLength: number, height: number, channels: number): Buffer {
  const pixels = Buffer.alloc(rowLength * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (rowLength + 1)] ?? 0;
    for (let x = 0; x < rowLength; x++) {
      const at = y * rowLength + x;
      const left = x < channels ? 0 : (pixels[at - channels] ?? 0);
      const up = y === 0 ? 0 : (pixels[at - rowLength] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (pixels[at - rowLength - channels] ?? 0);
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      pixels[at] = (data[y * (rowLength + 1) + x + 1] ?? 0) + predicted;
    }
  }
  return pixels;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value));
  if (toLeft === undefined || toUp === undefined || toCorner === undefined) return 0;
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
