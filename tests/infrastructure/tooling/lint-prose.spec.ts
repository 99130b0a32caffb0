import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const terms = [
  'whoever',
  'so many',
  'is told',
  'be told',
  'been told',
  'being told',
  'stand in',
  'stands in',
  'standing in',
  'stood in',
  'no more',
  'of its own',
  'reached for',
  'lay on disk',
  'carried out',
  'handed out',
  'hall',
  'bell',
  'befall',
  'befell',
  'foreseen',
  'foundations',
  'insistence',
  'judgeable',
  'outlook',
  'purse',
  'rehearsal',
  'undisturbed',
  'unwind',
  'unwound',
]
const wrapped = [
  ['a document', 'md', 'The author is\ntold about so\nmany flags.\n'],
  ['an item of a list', 'md', '- The author is\n  told about so\n  many flags.\n'],
  ['a doc comment', 'ts', '/** The author is\n * told about so\n * many flags.\n */\n'],
  ['line comments', 'ts', '// The author is\n// told about so\n// many flags.\n'],
  ['an indented comment', 'ts', '{\n  // The author is\n  // told about so\n  // many flags.\n}\n'],
  ['a comment in markup', 'tsx', 'const a = <b>{/* The author is\n told about so\n many flags. */}</b>\n'],
] as const
const term = 'so many'
/** Texts that contain the term once. */
const hidden = [
  ['a comment that begins with markup', 'ts', `// <div> for ${term}\n`, 1],
  ['a comment after one that begins with markup', 'ts', `// <div>\n// for ${term}\n`, 2],
  ['a comment at the end of a line', 'ts', `const a = 1 // ${term}\nconst b = 2 // more\n`, 1],
  ['a comment below one at the end of a line', 'ts', `const a = 1 // a\n// for so\n// many\n`, 2],
  ['emphasis in a comment', 'ts', '// So *many*\n', 1],
  ['emphasis in a document', 'md', 'So **many** and one.\n', 1],
  ['the title of a test', 'ts', `describe('a', () => {\n  it('has ${term}', () => undefined)\n})\n`, 2],
  ['the title of a test with cases', 'ts', `it.each([\n  1,\n])('has ${term} %s', () => undefined)\n`, 3],
  ['the summary of a call', 'ts', `call({ summary: 'Lists ${term}' })\n`, 1],
  ['the description of a command', 'ts', `program\n  .description('list ${term}')\n`, 2],
] as const
const accepted = [
  ['rooms of a hotel', 'ts', '/** Number of rooms of the booking. */\n'],
  ['comments at the end of adjacent lines', 'ts', 'const a = 1 // so\nconst b = 2 // many\n'],
  ['a comment below one at the end of a line', 'ts', 'const a = 1 // so\n// many\n'],
  ['terms in two paragraphs', 'md', 'The author is\n\ntold.\n'],
  ['"no more than"', 'md', 'At night no more\nthan ten, and no more than two.\n'],
  ['parts of words', 'md', 'The pursestring, a bellwether, the hallway, beside-the-point.\n'],
  ['code in a document', 'md', 'The policy `unwind` and\n\n```\nbell\n```\n'],
  ['code and strings', 'ts', "const bell = 'is told'\n"],
  ['comments that code separates', 'ts', '// The author is\n\nconst a = 1\n// told.\n'],
] as const

/** One run for all texts, because each start of the program takes a second. */
const texts: readonly (readonly [file: string, text: string])[] = [
  ...terms.flatMap((term, n): [string, string][] => [
    [`${n}.md`, `# Title\n\nThe text ${term}, and the rest. Then ${term}.\n`],
    [`${n}.ts`, `const a = 1\n/** The text ${term}. */\n`],
  ]),
  ...wrapped.map(([, extension, text], n): [string, string] => [`wrapped-${n}.${extension}`, text]),
  ...hidden.map(([, extension, text], n): [string, string] => [`hidden-${n}.${extension}`, text]),
  ...accepted.map(([, extension, text], n): [string, string] => [`accepted-${n}.${extension}`, text]),
]

const folder = mkdtempSync(join(tmpdir(), 'garbo-prose-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('npm run lint:prose', () => {
  let errors = ''
  let status: number | null = null
  beforeAll(() => {
    const files = texts.map(([file]) => join(folder, file))
    texts.forEach(([file, text]) => writeFileSync(join(folder, file), text))
    const { status: code, stderr } = spawnSync(process.execPath, ['infrastructure/tooling/lint-prose.ts', ...files], {
      encoding: 'utf8',
    })
    errors = stderr
    status = code
  })

  /** `line term` of each error in the file. */
  const found = (file: string) =>
    errors
      .split('\n')
      .filter((line) => line.startsWith(`${join(folder, file)}:`))
      .map((line) => /:(\d+): Incorrect term: “(.*)”, use/.exec(line)?.slice(1).join(' ') ?? line)
      .toSorted()

  it('fails', () => expect(status).toBe(1))

  it.each(terms.map((term, n) => ({ term, n })))('reports "$term"', ({ term, n }) => {
    expect(found(`${n}.md`)).toEqual([`3 ${term}`, `3 ${term}`])
    expect(found(`${n}.ts`)).toEqual([`2 ${term}`])
  })

  it.each(wrapped.map(([where, extension, text], n) => ({ where, text, file: `wrapped-${n}.${extension}` })))(
    'reports terms that wrap over lines in $where',
    ({ text, file }) => {
      const first = text.split('\n').findIndex((line) => line.includes('The author')) + 1
      expect(found(file)).toEqual([`${first} is told`, `${first + 1} so many`])
    },
  )

  it.each(hidden.map(([where, extension, , line], n) => ({ where, line, file: `hidden-${n}.${extension}` })))(
    'reports a term in $where',
    ({ line, file }) => expect(found(file).map((error) => error.toLowerCase())).toEqual([`${line} so many`]),
  )

  it('reports a file that does not exist, without a stack trace', () => {
    const { status: code, stderr } = spawnSync(
      process.execPath,
      ['infrastructure/tooling/lint-prose.ts', join(folder, 'missing.md')],
      { encoding: 'utf8' },
    )
    expect([code, stderr]).toEqual([1, `${join(folder, 'missing.md')} does not exist\n`])
  })

  it.each(accepted.map(([what, extension], n) => ({ what, file: `accepted-${n}.${extension}` })))(
    'accepts $what',
    ({ file }) => expect(found(file)).toEqual([]),
  )
})
