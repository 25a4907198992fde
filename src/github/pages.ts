/** One page of a list, and the highest number of a page that GitHub named with it. */
export type Page<Item> = { items: Item[]; lastPage: number };

/** The items of these pages, in the order of the pages. At most `atOnce` pages are asked for at the same time. */
export async function readItems<Item>(
  read: (page: number) => Promise<Page<Item>>,
  pages: readonly number[],
  atOnce: number,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let at = 0; at < pages.length; at += atOnce) {
    const batch = await Promise.all(pages.slice(at, at + atOnce).map(read));
    for (const page of batch) items.push(...page.items);
  }
  return items;
}

/** The numbers of pages from one to another, both included. */
export function pageNumbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
