import { eventFamilies } from '../../application/event-registry.ts'
import type { Field } from '../../domain/kernel/event.ts'
import { errorMessages } from '../../web/api/errors.ts'
import { settings } from '../composition/config.ts'
import { coveragePage, rulesPage } from './requirements.ts'
import { roleMatrix } from './role-matrix.ts'
import { ruleBook } from './rule-figures.ts'

const generatedNote = 'Made by `npm run docs`; do not edit.\n'
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const privacyOf = (field: Field) => (field.kind === 'clear' ? 'clear' : `sealed under \`${field.subject}\``)

export const eventsPage = (): string => {
  const parts = Object.entries(eventFamilies).flatMap(([aggregate, { codecs }]) => [
    `## ${aggregate}`,
    ...[...codecs.values()].flatMap(({ type, version, fields }) => [
      `### ${type}, shape ${version}`,
      table(
        ['field', 'type', 'privacy'],
        Object.entries(fields).map(([name, field]) => [
          `\`${name}\``,
          field.codec.name.replaceAll('|', '\\|'),
          privacyOf(field),
        ]),
      ),
    ]),
  ])
  return ['# Events', generatedNote, ...parts].join('\n\n') + '\n'
}

export const configurationPage = (): string => {
  const defaults: Readonly<Record<string, string | number | undefined>> = settings.parse({})
  const rows = Object.entries(settings.shape).map(([name, schema]) => {
    const given = defaults[name]
    return [`\`${name}\``, given === undefined ? '–' : `\`${given}\``, schema.description ?? '']
  })
  return ['# Configuration', generatedNote, table(['setting', 'default', 'for'], rows)].join('\n\n') + '\n'
}

/** All refusals with their stable code, HTTP status and message. */
export const refusalsPage = (): string => {
  const rows = Object.entries(errorMessages)
    .map(([type, { status, message, code = type }]) => [
      `\`${code}\``,
      String(status),
      typeof message === 'string' ? message : '(with its facts)',
    ])
    .sort(([a = ''], [b = '']) => a.localeCompare(b, 'en'))
  return ['# Refusals', generatedNote, table(['code', 'status', 'message'], rows)].join('\n\n') + '\n'
}

/** Generated files by path; a test compares them with the committed ones. */
export const generatedDocs = (root: URL): Readonly<Record<string, string>> => ({
  'docs/generated/events.md': eventsPage(),
  'docs/configuration.md': configurationPage(),
  'docs/generated/refusals.md': refusalsPage(),
  'docs/generated/roles.md': roleMatrix(),
  'docs/coverage.md': coveragePage(root),
  'docs/generated/rules.md': rulesPage(root),
  'web/contract/rule-figures.ts': ruleBook(),
})
