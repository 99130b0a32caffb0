import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import type { TextlintKernelOptions } from '@textlint/kernel'
import { parseSync } from 'oxc-parser'
import terminology from 'textlint-rule-terminology'
import { wordsToAvoid } from './words-to-avoid.ts'

/** The owner's requirements, the generated pages that quote them, and golden files. */
const exempt = /^(docs\/requirements\/|docs\/(coverage|generated\/rules)\.md$|tests\/golden\/)/
const kernel = new TextlintKernel()

const rules: TextlintKernelOptions['rules'] = [
  {
    ruleId: 'words-to-avoid',
    rule: terminology,
    options: {
      defaultTerms: false,
      terms: wordsToAvoid.map(([pattern, instead]) => [pattern.replaceAll(' ', String.raw`\s+`), instead]),
    },
  },
]

/** Returns `file:line: message` for each word to avoid, in Markdown or in the prose of a TypeScript file. */
export const proseErrors = async (file: string, text: string): Promise<readonly string[]> => {
  const isMarkdown = file.endsWith('.md')
  const { messages } = await kernel.lintText(withoutEmphasis(isMarkdown ? text : proseOnly(file, text)), {
    ext: '.md',
    filePath: file,
    plugins: [{ pluginId: 'markdown', plugin: markdown.default }],
    rules,
  })
  return messages.map(({ loc, message }) => `${file}:${loc.start.line}: ${message.replaceAll(/\s+/g, ' ')}`)
}

/** Emphasis would hide a term of several words: `so *many*`. */
const withoutEmphasis = (text: string): string =>
  text.replaceAll(/(?<![\w*])(\*{1,2}|_{1,2})(?=\S)([^*_\n]+?)(?<=\S)\1(?![\w*])/g, '$2')

/** Titles of tests, summaries of API calls and descriptions of commands. */
const texts = /(?:\b(?:it|describe)\(|^ *\][)]\(|\bsummary:|\.description\()\s*(['`])((?:\\.|(?!\1)[^\\\n])*)\1/gm

/** Comments and texts as Markdown, on the lines on which they are. */
const proseOnly = (file: string, source: string): string => {
  const { comments } = parseSync(file, source)
  const lines = source.split('\n').map(() => '')
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length - 1
  /** Lines whose text ends there, because it does not continue in the next comment. */
  const ended = new Set<number>()
  /** Lines of list items; each item is separate from the line above it. */
  const items = new Set<number>()
  const add = (line: number, text: string, startsItem: boolean) => {
    if (text === '') return
    const isItem = startsItem || items.has(line - 1)
    if (isItem) items.add(line)
    const marker = startsItem ? '- ' : isItem ? '  ' : ''
    // the escape keeps it from being HTML
    const escaped = text.replace(/^</, String.raw`\<`)
    lines[line] = lines[line] ? `${lines[line]} ${escaped}` : `${marker}${escaped}`
  }
  for (const { value, start } of comments) {
    const first = lineOf(start)
    const followsCode = source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trim() !== ''
    value.split('\n').forEach((line, n) => {
      add(first + n, line.replace(/^[\s*]+/, '').trimEnd(), n === 0 && (followsCode || ended.has(first - 1)))
    })
    if (followsCode) ended.add(first + value.split('\n').length - 1)
  }
  for (const { index, 0: match, 2: text = '' } of source.matchAll(texts))
    add(lineOf(index + match.length - text.length), text.replaceAll(/\$\{[^}]*\}/g, '…'), true)
  return lines.join('\n')
}

/** Tracked and untracked Markdown and TypeScript files, except exempt ones. */
export const proseFiles = (): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(md|tsx?)$/.test(file) && !exempt.test(file))

const lint = async (file: string): Promise<readonly string[]> => {
  try {
    return await proseErrors(file, readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [`${file} does not exist`]
    throw error
  }
}

if (import.meta.main) {
  const files = process.argv.length > 2 ? process.argv.slice(2) : proseFiles()
  const faults = await Promise.all(files.map(lint))
  for (const fault of faults.flat()) process.stderr.write(`${fault}\n`)
  process.exitCode = faults.flat().length === 0 ? 0 : 1
}
