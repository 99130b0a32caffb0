import type { FastifyInstance } from 'fastify'
import { problems, thrown } from '../problem.ts'

/** JSON is the only body there is: well-formed UTF-8, no name twice, no name that reaches a prototype, not too deep. */
export const strictJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseStrictly(new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer)))
    } catch {
      done(thrown(problems.malformed()))
    }
  })
}

const deepest = 20

/** Throws on what is not strict JSON; undefined for no text at all. */
export const parseStrictly = (text: string): unknown => {
  if (text === '') return undefined
  inspect(text)
  return JSON.parse(text) as unknown
}

/** Names seen in each open object; null for an open list. What is not JSON at all is left for the parser to say. */
type Open = Set<string> | null

const inspect = (text: string): void => {
  const open: Open[] = []
  let expectsName = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') {
      const end = endOfString(text, at)
      const names = open.at(-1)
      if (expectsName && names) noteName(names, text.slice(at, end + 1))
      expectsName = false
      at = end
    } else if (sign === '{' || sign === '[') {
      expectsName = sign === '{'
      open.push(expectsName ? new Set() : null)
      if (open.length > deepest) throw new SyntaxError('too deep')
    } else if (sign === '}' || sign === ']') open.pop()
    else if (sign === ',') expectsName = open.at(-1) instanceof Set
  }
}

const noteName = (names: Set<string>, quoted: string): void => {
  const name = JSON.parse(quoted) as string
  if (name === '__proto__' || names.has(name)) throw new SyntaxError('a name twice, or one that must not be')
  names.add(name)
}

/** Where the string that begins at `from` ends; a picture is jumped over, not read. */
const endOfString = (text: string, from: number): number => {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return end
  }
  throw new SyntaxError('a string without end')
}
