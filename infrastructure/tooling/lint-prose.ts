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

/** Returns `file:line: message` for each word to avoid, in Markdown or in the comments of a TypeScript file. */
export const proseErrors = async (file: string, text: string): Promise<readonly string[]> => {
  const isMarkdown = file.endsWith('.md')
  const { messages } = await kernel.lintText(isMarkdown ? text : commentsOnly(file, text), {
    ext: '.md',
    filePath: file,
    plugins: [{ pluginId: 'markdown', plugin: markdown.default }],
    rules,
  })
  return messages.map(({ loc, message }) => `${file}:${loc.start.line}: ${message.replaceAll(/\s+/g, ' ')}`)
}

/** Blanks out everything except comments, keeping line numbers. */
const commentsOnly = (file: string, source: string): string => {
  const { comments } = parseSync(file, source)
  const lines = source.split('\n').map(() => '')
  for (const { value, start } of comments) {
    const first = source.slice(0, start).split('\n').length - 1
    value.split('\n').forEach((line, n) => {
      lines[first + n] = `${lines[first + n] ?? ''} ${line.replace(/^[\s*]+/, '')}`.trim()
    })
  }
  return lines.join('\n')
}

/** Tracked and untracked Markdown and TypeScript files, except exempt ones. */
export const proseFiles = (): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(md|tsx?)$/.test(file) && !exempt.test(file))

if (import.meta.main) {
  const files = process.argv.length > 2 ? process.argv.slice(2) : proseFiles()
  const faults = await Promise.all(files.map((file) => proseErrors(file, readFileSync(file, 'utf8'))))
  for (const fault of faults.flat()) process.stderr.write(`${fault}\n`)
  process.exitCode = faults.flat().length === 0 ? 0 : 1
}
