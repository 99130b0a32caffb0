import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const usage = 'npm run new:command -- <context> <CommandName>, for example: npm run new:command -- reviews ReportReview'

interface Names {
  readonly context: string
  /** `ReportReview` */
  readonly pascal: string
  /** `reportReview` */
  readonly camel: string
  /** `report-review` */
  readonly kebab: string
}

const namesOf = (context: string, pascal: string): Names => ({
  context,
  pascal,
  camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
  kebab: pascal
    .replaceAll(/([A-Z])/g, '-$1')
    .slice(1)
    .toLowerCase(),
})

/** The  clause of a generated import. */
const clause = (path: string) => `from '${path}'`

/** Fails until the command is offered, reachable through the API, and its first rule is written down. */
const spec = ({ context, pascal, camel }: Names) => `import { describe, expect, it } from 'vitest'
import { commands } ${clause('../../../application/all.ts')}
import { calls } ${clause('../../../web/contract/calls.ts')}

describe('${pascal}', () => {
  it('is offered by the ${context} module', () => expect(Object.keys(commands)).toContain('${camel}'))
  it('is a call of the API', () => expect(Object.keys(calls)).toContain('${camel}'))
  it('keeps its first rule', () => expect.fail('State the first rule of ${pascal} here, and test it.'))
})
`

const useCase = ({ pascal, camel }: Names) => `import { TE } ${clause('../../domain/kernel/fp.ts')}
import type { UseCase } ${clause('../use-case.ts')}

export interface ${pascal}Input {
  /** Chosen by the caller for each intent; a repeated request keeps it. */
  readonly id: string
}

export const ${camel}: UseCase<${pascal}Input, void> = () => () => TE.right(undefined)
`

/** Files the command usually touches: all belong to its context. */
const steps = ({ context, pascal, camel, kebab }: Names) => [
  `domain/${context}/…                      event, state and decision of ${pascal}`,
  `application/${context}/${kebab}.ts      load what the decision needs, then context.execute(…)`,
  `application/${context}/module.ts        ${camel}: { access: …, run: ${camel} }`,
  `projections/${context}/…                 row, fold and query, if a screen shows the result`,
  `web/contract/${context}/…                call ${camel}: path, body, response`,
  `web/api/${context}/routes.ts            the route; errors.it.ts for each new rejection`,
  `web/app/features/${context}/…            button, dialog and texts`,
  `tests/application/${context}/${kebab}.spec.ts`,
]

const write = (file: string, text: string): void => {
  if (existsSync(root + file)) throw new Error(`${file} exists already`)
  mkdirSync(dirname(root + file), { recursive: true })
  writeFileSync(root + file, text)
}

/** Writes a use case without behaviour and a failing spec; returns the lines to print. */
const newCommand = (context = '', pascal = ''): readonly string[] => {
  if (!existsSync(`${root}application/${context}/module.ts`)) throw new Error(`No such context: ${context}\n${usage}`)
  if (!/^([A-Z][a-z0-9]+)+$/.test(pascal)) throw new Error(`Not a command name: ${pascal}\n${usage}`)
  const names = namesOf(context, pascal)
  const [source, test] = [
    `application/${context}/${names.kebab}.ts`,
    `tests/application/${context}/${names.kebab}.spec.ts`,
  ]
  write(source, useCase(names))
  write(test, spec(names))
  return [`Wrote ${source}`, `Wrote ${test} (fails)`, '', 'Make it pass:', ...steps(names).map((step) => `  ${step}`)]
}

try {
  process.stdout.write(`${newCommand(process.argv[2], process.argv[3]).join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
