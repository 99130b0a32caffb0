import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scratchCheckout } from '../../support/scratch-checkout.ts'

const checkout = scratchCheckout('.')
afterAll(checkout.remove)

const run = (program: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: checkout.folder, encoding: 'utf8' })
  return { status, output: stdout, errors: stderr }
}
const tool = (name: string, ...args: readonly string[]) => run(join('node_modules/.bin', name), ...args)
const newCommand = (...args: readonly string[]) =>
  run(process.execPath, 'infrastructure/tooling/new-command.ts', ...args)

const examples = [
  { context: 'reviews', name: 'ArchiveReview', camel: 'archiveReview', kebab: 'archive-review', id: 'reviewId' },
  { context: 'travel', name: 'ConfirmArrival', camel: 'confirmArrival', kebab: 'confirm-arrival', id: 'arrivalId' },
  // a name for which the generated lines must be broken
  {
    context: 'reviews',
    name: 'WithdrawStatementOfBusiness',
    camel: 'withdrawStatementOfBusiness',
    kebab: 'withdraw-statement-of-business',
    id: 'statementId',
  },
].map((names) => ({
  ...names,
  source: `application/${names.context}/${names.kebab}.ts`,
  spec: `tests/application/${names.context}/${names.kebab}.spec.ts`,
}))
const contextsWithDomain = readdirSync('application')
  .filter((context) => existsSync(`application/${context}/module.ts`) && existsSync(`domain/${context}/aggregates.ts`))
  .map((context) => ({ context, name: 'ProbeGenerator', kebab: 'probe-generator' }))
/** The files and folders (`…`) in the printed table. */
const rowsOf = (output: string) => [...output.matchAll(/^ {2}(\S+\/\S*) {2}/gm)].map(([, file = '']) => file)
const written = examples.flatMap(({ source, spec }) => [source, spec])

describe('npm run new:command', { timeout: 300_000 }, () => {
  let printed: ReadonlyMap<string, ReturnType<typeof newCommand>>
  beforeAll(() => {
    printed = new Map(examples.map(({ context, name }) => [name, newCommand(context, name)]))
  })

  it.each(examples)('writes a use case and a spec of $name, and names them', ({ name, source, spec }) => {
    const { status, output, errors } = printed.get(name) ?? {}
    expect([status, errors]).toEqual([0, ''])
    expect(output).toContain(`Wrote ${source}\nWrote ${spec} (fails)\n`)
    expect([source, spec].filter((file) => !existsSync(join(checkout.folder, file)))).toEqual([])
  })

  it.each([
    ...examples,
    { context: 'reviews', name: 'AnswerWithNote', source: 'application/reviews/answer-with-note.ts', id: 'reviewId' },
    { context: 'reviews', name: 'Report', source: 'application/reviews/report.ts', id: 'reviewId' },
    { context: 'ava', name: 'PayOut', source: 'application/ava/pay-out.ts', id: 'avaId' },
    { context: 'ava', name: 'PayOutBatches', source: 'application/ava/pay-out-batches.ts', id: 'batchId' },
    {
      context: 'reviews',
      name: 'ArchiveReviewsOfVenue',
      source: 'application/reviews/archive-reviews-of-venue.ts',
      id: 'reviewId',
    },
    { context: 'accounts', name: 'ChangeAddress', source: 'application/accounts/change-address.ts', id: 'addressId' },
    { context: 'privacy', name: 'Restrict', source: 'application/privacy/restrict.ts', id: 'privacyId' },
  ])('names the id in the input of $name after its entity: $id', ({ context, name, source, id }) => {
    if (!printed.has(name)) newCommand(context, name)
    expect(readFileSync(join(checkout.folder, source), 'utf8')).toContain(`Input {\n  readonly ${id}: string\n}\n`)
  })

  it.each(examples)('names at most eight files that make the spec of $name pass, all in $context', (example) => {
    const { name, context } = example
    const [first = '', rest = ''] = (printed.get(name)?.output ?? '').split('Files that complete the command:')
    const files = rowsOf(first)
    // the folder domain/… stands for up to three files: events and state, decisions, the decision's subject
    expect(files.filter((file) => file.startsWith('domain/'))).toHaveLength(1)
    expect(files.length + 2).toBeLessThanOrEqual(8)
    expect(files).toContain(`application/${context}/module.ts`)
    expect([...files, ...rowsOf(rest)].filter((file) => !file.includes(`/${context}/`))).toEqual([])
  })

  it('names the texts of the case replay for a new event of a review, and only for reviews', () => {
    const texts = 'web/app/features/moderation/replay/texts.ts'
    expect(printed.get('ArchiveReview')?.output).toContain(texts)
    expect(printed.get('ConfirmArrival')?.output).not.toContain(texts)
    expect(existsSync(join(checkout.folder, texts))).toBe(true)
  })

  it.each(contextsWithDomain)('prints paths that exist for $context', ({ context, name, kebab }) => {
    const { status, output } = newCommand(context, name)
    expect(status).toBe(0)
    const files = rowsOf(output).map((file) => file.replace(/…$/, ''))
    expect(files).toContain(`application/${context}/${kebab}.ts`)
    expect(files.filter((file) => !existsSync(join(checkout.folder, file)))).toEqual([])
  })

  it('writes code that compiles, is formatted and keeps the lint rules', () => {
    const project = { extends: './tsconfig.json', include: [], files: written }
    writeFileSync(join(checkout.folder, 'tsconfig.written.json'), JSON.stringify(project))
    expect(tool('tsc', '-p', 'tsconfig.written.json').output).toBe('')
    expect(tool('prettier', '--check', ...written).status).toBe(0)
    expect(tool('oxlint', '--deny-warnings', ...written)).toMatchObject({ status: 0 })
  })

  it('writes specs that fail because the command is missing everywhere and has no effect', () => {
    const specs = examples.map(({ spec }) => spec)
    const report = join(checkout.folder, 'report.json')
    const { status } = tool('vitest', 'run', '--project=unit', '--reporter=json', `--outputFile=${report}`, ...specs)
    expect(status).toBe(1)
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
    const failures = testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName, failureMessages: [message = ''] }) => `${fullName}: ${message.split('\n')[0]}`),
    )
    expect(failures).toHaveLength(3 * examples.length)
    expect(failures).toEqual(
      expect.arrayContaining(
        examples.flatMap(({ context, name, camel }) => [
          expect.stringMatching(`^${name} can be called through the API: .* to include '${camel}'`) as unknown,
          expect.stringMatching(`^${name} is a use case of ${context}: .* to include '${camel}'`) as unknown,
          expect.stringMatching(`^${name} has an effect: .*Test the effect of ${name} here`) as unknown,
        ]),
      ),
    )
  })

  it.each([
    ['a context that does not exist', ['revews', 'ArchiveReview'], /^No such context: revews\n/],
    ['a name that is not in Pascal case', ['reviews', 'archiveReview'], /^Not a command name: archiveReview\n/],
    ['no arguments', [], /^No such context: \nUsage: npm run new:command/],
    ['a command that exists', ['reviews', 'FlagReview'], /^application\/reviews\/module\.ts already has flagReview$/m],
    [
      'a command in a shared file',
      ['reviews', 'EditReview'],
      /^application\/reviews\/module\.ts already has editReview$/m,
    ],
    ['a reserved word', ['reviews', 'Delete'], /^delete is a reserved word$/m],
    ['a reserved word of modules', ['reviews', 'Await'], /^await is a reserved word$/m],
    ['a reserved word of strict code', ['reviews', 'Static'], /^static is a reserved word$/m],
    ['a name longer than a file name', ['reviews', `A${'b'.repeat(300)}`], /^Not a command name: Abbb/],
    ['a third argument', ['reviews', 'ArchiveReview', 'extra'], /^Too many arguments: extra$/m],
  ])('refuses %s and writes nothing', (_, args, message) => {
    const files = listFiles()
    const { status, errors } = newCommand(...args)
    expect([status, errors]).toEqual([1, expect.stringMatching(message)])
    expect(listFiles()).toEqual(files)
  })

  it('refuses a context without an aggregate and writes nothing', () => {
    rmSync(join(checkout.folder, 'domain/audit/aggregates.ts'))
    const files = listFiles()
    expect(newCommand('audit', 'ArchiveReview')).toMatchObject({
      status: 1,
      errors: expect.stringMatching(/^audit takes no commands: domain\/audit has no aggregate\nUsage: /) as unknown,
    })
    expect(listFiles()).toEqual(files)
  })
})

const listFiles = () =>
  ['application', 'domain', 'tests', 'web'].flatMap((folder) =>
    readdirSync(join(checkout.folder, folder), { recursive: true, encoding: 'utf8' }),
  )

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly failureMessages: readonly string[] }[]
  }[]
}
