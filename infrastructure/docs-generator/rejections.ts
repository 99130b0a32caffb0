import { readdirSync, readFileSync } from 'node:fs'

/** When a rejection occurs, by its name: the doc comments of the rejection types without their `@rule` tags. */
export const rejectionDocs = (root: URL): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>()
  for (const folder of ['domain', 'application'])
    for (const file of readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!file.endsWith('.ts')) continue
      const source = readFileSync(new URL(`${folder}/${file}`, root), 'utf8')
      for (const [, comment = '', name = ''] of source.matchAll(documentedRejection)) {
        const sentence = textOf(comment)
        if (sentence !== '') found.set(name, [...(found.get(name) ?? []), sentence])
      }
    }
  return found
}

/** A doc comment before a member of a union, or before a type with a single member. */
const documentedRejection =
  /\/\*\* ((?:(?!\*\/)[\s\S])+?)\*\/\s+(?:\| \(?\{|(?:export )?(?:interface \w+|type \w+ =) \(?\{)\s*readonly type: '(\w+)'(?!\s*\|)/g

const textOf = (comment: string) =>
  comment
    .replaceAll(/\s+\*?\s*/g, ' ')
    .replace(/@rule .*$/, '')
    .trim()
