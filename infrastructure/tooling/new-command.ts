import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { format, resolveConfig } from 'prettier'
import { reasonOf } from '../operator-error.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const usage =
  'Usage: npm run new:command -- <context> <CommandName>, for example: npm run new:command -- reviews ArchiveReview'

interface Names {
  readonly context: string
  /** `ArchiveReview` */
  readonly pascal: string
  /** `archiveReview` */
  readonly camel: string
  /** `archive-review` */
  readonly kebab: string
  /** `reviewId` */
  readonly entityId: string
}

const namesOf = (context: string, pascal: string): Names => ({
  context,
  pascal,
  camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
  kebab: pascal
    .replaceAll(/([A-Z])/g, '-$1')
    .slice(1)
    .toLowerCase(),
  entityId: entityIdOf(context, pascal),
})

/** Named after the words between verb and preposition, in the singular; without any, after the context. */
const entityIdOf = (context: string, pascal: string): string => {
  const words = (pascal.match(/[A-Z][a-z0-9]*/g) ?? []).slice(1).filter((word) => !particles.has(word))
  const preposition = words.findIndex((word) => prepositions.has(word))
  const entity = singular((preposition < 0 ? words : words.slice(0, preposition)).join('') || context)
  return `${entity.charAt(0).toLowerCase()}${entity.slice(1)}Id`
}

const singular = (noun: string): string =>
  noun
    .replace(/ies$/, 'y')
    .replace(/(ss|ch|sh|x)es$/, '$1')
    .replace(/([^sui])s$/, '$1')

/** Parts of a verb, as in `PayOut`. */
const particles: ReadonlySet<string> = new Set(['Again', 'Away', 'Back', 'Down', 'Off', 'Out', 'Up'])

const prepositions: ReadonlySet<string> = new Set(['As', 'At', 'By', 'For', 'From', 'In', 'Of', 'On', 'To', 'With'])

/** The `from` clause of a generated import; kept out of the templates, where tools would take it for an import of this file. */
const clause = (path: string) => `from '${path}'`

/** Fails until the command is offered, reachable through the API, and its effect is tested. */
const spec = ({ context, pascal, camel }: Names) => `import { describe, expect, it } from 'vitest'
import { ${context} } ${clause(`../../../application/${context}/module.ts`)}
import { endpoints } ${clause('../../../web/contract/endpoints.ts')}

describe('${pascal}', () => {
  it('is a use case of ${context}', () => expect(Object.keys(${context}.useCases)).toContain('${camel}'))
  it('can be called through the API', () => expect(Object.keys(endpoints)).toContain('${camel}'))
  it('has an effect', () =>
    expect.fail('Test the effect of ${pascal} here; its rules go to tests/domain/${context}.'))
})
`

const useCase = ({
  pascal,
  camel,
  entityId,
}: Names) => `import type { Position } ${clause('../../domain/kernel/event-envelope.ts')}
import type { UseCase } ${clause('../use-case.ts')}

export interface ${pascal}Input {
  readonly ${entityId}: string
}

export interface ${pascal}Result {
  /** Position that read models must reach to show the change; null if nothing changed. */
  readonly position: Position | null
}

/** Loads what the command needs and executes it: \`context.execute(aggregate, id, command)\`. */
export const ${camel}: UseCase<${pascal}Input, ${pascal}Result> = () => () => {
  throw new Error('${pascal} is not implemented')
}
`

type Step = readonly [file: string, change: string]

/** The files and folders of its context that make the generated spec pass, if the command has a new event. */
const stepsOfSpec = ({ context, pascal, camel, kebab }: Names): readonly Step[] => [
  [`domain/${context}/…`, `event and state, decision of ${pascal}: usually two or three files`],
  [`application/${context}/${kebab}.ts`, 'the use case'],
  [`application/${context}/module.ts`, `${camel}: { access: …, run: ${camel} }; liveTopics of the event`],
  [`web/contract/${context}/…`, `endpoint ${camel}: path, body, access, response`],
  [`web/api/${context}/routes.ts`, 'the route'],
  [
    `tests/application/${context}/${kebab}.spec.ts`,
    'replace the last test by one of the effect, on the in-memory application',
  ],
]

/** What else the other specs ask of a new event. */
const stepsOfSuite = ({ context }: Names): readonly Step[] => [
  [`tests/domain/${context}/…`, 'its rules; add the command to anyCommand, from which testDeciderProperties draws'],
  [`tests/support/${context}/event-samples.ts`, 'a sample of the event'],
  [`tests/golden/${context}/…`, 'the golden file, written by GOLDEN=new npx vitest run tests/golden'],
  [`web/api/${context}/errors.it.ts`, 'the message of a new rejection'],
  [`projections/${context}/…`, 'the fold of the event, if a screen shows it'],
]

/** What a new event of a review or dispute also changes outside its context. */
const stepInModeration =
  'For a new event of a review or dispute, also its text in web/app/features/moderation/replay/texts.ts (what).'

const table = (rows: readonly Step[]): readonly string[] => {
  const width = Math.max(...rows.map(([file]) => file.length))
  return rows.map(([file, change]) => `  ${file.padEnd(width)}  ${change}`)
}

/** Formatted, because the length of lines depends on the names. */
const write = async (file: string, text: string): Promise<void> => {
  const path = root + file
  if (existsSync(path)) throw new Error(`${file} already exists`)
  const formatted = await format(text, { ...(await resolveConfig(path)), filepath: path })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, formatted)
}

/** Whether the name is a reserved word. */
const isReservedWord = (name: string): boolean =>
  parseSync('name.ts', `export const ${name} = 1`, { showSemanticErrors: true }).errors.length > 0

const maxNameLength = 60

/** Writes a use case without behaviour and a failing spec; returns the lines to print. */
const newCommand = async ([context = '', pascal = '', ...others]: readonly string[]): Promise<readonly string[]> => {
  if (['--help', '-h'].includes(context)) return [usage]
  if (others.length > 0) throw new Error(`Too many arguments: ${others.join(' ')}\n${usage}`)
  if (!/^[a-z]+$/.test(context) || !existsSync(`${root}application/${context}/module.ts`))
    throw new Error(`No such context: ${context}\n${usage}`)
  if (!existsSync(`${root}domain/${context}/aggregates.ts`))
    throw new Error(`${context} takes no commands: domain/${context} has no aggregate\n${usage}`)
  if (!/^([A-Z][a-z0-9]+)+$/.test(pascal) || pascal.length > maxNameLength)
    throw new Error(`Not a command name: ${pascal}\n${usage}`)
  const names = namesOf(context, pascal)
  if (isReservedWord(names.camel)) throw new Error(`${names.camel} is a reserved word\n${usage}`)
  if (
    new RegExp(`\\b${names.camel}:\\s*\\{\\s*access\\b`).test(
      readFileSync(`${root}application/${context}/module.ts`, 'utf8'),
    )
  )
    throw new Error(`application/${context}/module.ts already has ${names.camel}`)
  const [source, test] = [
    `application/${context}/${names.kebab}.ts`,
    `tests/application/${context}/${names.kebab}.spec.ts`,
  ]
  await write(source, useCase(names))
  await write(test, spec(names))
  return [
    `Wrote ${source}`,
    `Wrote ${test} (fails)`,
    '',
    'Files that make the spec pass:',
    ...table(stepsOfSpec(names)),
    '',
    'Files that complete the command:',
    ...table(stepsOfSuite(names)),
    ...(context === 'reviews' ? [stepInModeration] : []),
    '',
    'Then: the sentence of a new rule in docs/requirements, a line in CHANGELOG.md, `npm run docs`, `npm test`.',
    'docs/how-to/add-a-command.md explains each step.',
  ]
}

try {
  const lines = await newCommand(process.argv.slice(2))
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
