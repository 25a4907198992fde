import { crc32, deflateSync, inflateSync } from "node:zlib";

/**
 * The picture with at most 256 colours, which makes a screenshot of text about a third as large. Reads what Chromium
 * writes: 8 bits a channel, RGB or RGBA, not interlaced (PNG, third edition).
 */
export function withPalette(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === "IHDR")?.data ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = header[9] === 6 ? 4 : 3;
  const data = chunks.filter(({ type }) => type === "IDAT").map((chunk) => chunk.data);
  const pixels = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels);

  for (let bits = 8; ; bits--) {
    const palette = new Map<number, number>();
    const rows = Buffer.alloc((width + 1) * height);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = (y * width + x) * channels;
        const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
        const color = (rounded(red, bits) << 16) | (rounded(green, bits) << 8) | rounded(blue, bits);
        const index = palette.get(color) ?? palette.size;
        palette.set(color, index);
        rows[y * (width + 1) + x + 1] = index;
      }
    if (palette.size > 256) continue;
    const colors = [...palette.keys()].flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]);
    const newHeader = Buffer.from(header);
    newHeader[9] = 3;
    return Buffer.concat([
      png.subarray(0, 8),
      chunk("IHDR", newHeader),
      chunk("PLTE", Buffer.from(colors)),
      chunk("IDAT", deflateSync(rows, { level: 9 })),
      chunk("IEND", Buffer.alloc(0)),
    ]);
  }
}

/** The value with this many bits, spread so that black and white stay. */
function rounded(value: number, bits: number): number {
  const steps = 2 ** bits - 1;
  return Math.round((Math.round((value / 255) * steps) / steps) * 255);
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
