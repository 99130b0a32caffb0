import { families } from '../../../application/catalogue.ts'
import type { Field } from '../../../domain/kernel/event.ts'
import { refusals } from '../../../web/api/refusals.ts'
import { settings } from '../config.ts'

const made = 'Made by `npm run docs`; do not edit.\n'
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const privacyOf = (field: Field) => (field.kind === 'clear' ? 'clear' : `sealed under \`${field.subject}\``)

/** Every event, what it holds and what of it is sealed. */
export const eventCatalogue = (): string => {
  const parts = Object.entries(families).flatMap(([aggregate, { codecs }]) => [
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
  return ['# Events', made, ...parts].join('\n\n') + '\n'
}

/** Every setting, its default and what it is for. */
export const configurationTable = (): string => {
  const defaults: Readonly<Record<string, string | number | undefined>> = settings.parse({})
  const rows = Object.entries(settings.shape).map(([name, schema]) => {
    const given = defaults[name]
    return [`\`${name}\``, given === undefined ? '–' : `\`${given}\``, schema.description ?? '']
  })
  return ['# Configuration', made, table(['setting', 'default', 'for'], rows)].join('\n\n') + '\n'
}

/** Every refusal: its stable code, its status, what it says. */
export const refusalCatalogue = (): string => {
  const rows = Object.entries(refusals)
    .map(([type, { status, says, code = type }]) => [
      `\`${code}\``,
      String(status),
      typeof says === 'string' ? says : '(with its facts)',
    ])
    .sort(([a = ''], [b = '']) => a.localeCompare(b, 'en'))
  return ['# Refusals', made, table(['code', 'status', 'message'], rows)].join('\n\n') + '\n'
}
