import { readdirSync, readFileSync } from 'node:fs'

/** When a rejection occurs, by its name. */
export const rejectionDocs = (root: URL): ReadonlyMap<string, readonly string[]> =>
  occasionsIn(
    ...['domain', 'application'].flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .sort()
        .map((file) => readFileSync(new URL(`${folder}/${file}`, root), 'utf8')),
    ),
  )

/** The doc comments of the rejection types in the sources without their `@rule` tags, by the rejection's name. */
export const occasionsIn = (...sources: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>()
  for (const source of sources)
    for (const [, comment = '', name = ''] of source.matchAll(documentedRejection)) {
      const sentence = textOf(comment)
      if (sentence !== '') found.set(name, [...(found.get(name) ?? []), sentence])
    }
  return found
}

/**
 * A doc comment before a member of a union, or before a type with a single member. Prettier omits the bar of a first
 * member where the union fits into one line.
 */
const documentedRejection =
  /\/\*\* ((?:(?!\*\/)[\s\S])+?)\*\/\s+(?:(?:\| )?\(?\{|(?:export )?(?:interface \w+|type \w+ =) \(?\{)\s*readonly type: '(\w+)'(?!\s*\|)/g

const textOf = (comment: string) =>
  comment
    .replaceAll(/\s+\*?\s*/g, ' ')
    .replace(/@rule .*$/, '')
    .trim()
