import { eventFamilies } from '../../application/event-registry.ts'
import type { Field } from '../../domain/kernel/event.ts'
import { allProjections } from '../composition/readers.ts'
import { formerSettingNames, secretSettings, settings } from '../composition/settings.ts'
import { errorsPage } from './errors-page.ts'
import { generatedNote, markdownTable } from './markdown.ts'
import { coveragePage, rulesPage } from './requirements.ts'
import { roleMatrix } from './role-matrix.ts'
import { ruleParametersSource } from './rule-parameters.ts'

const eventsNote =
  'Stored event types by stream, with their fields. [glossary.md](../glossary.md) lists the types that have another name in the code.'
const privacyOf = (field: Field) => (field.kind === 'clear' ? 'clear' : `sealed under \`${field.subject}\``)

const eventsPage = (): string => {
  const parts = Object.entries(eventFamilies).flatMap(([aggregate, { codecs }]) => [
    `## \`${aggregate}-…\``,
    ...[...codecs.values()].flatMap(({ type, version, fields }) => [
      `### ${type}, version ${version}`,
      markdownTable(
        ['field', 'type', 'privacy'],
        Object.entries(fields).map(([name, field]) => [
          `\`${name}\``,
          field.codec.name.replaceAll('|', '\\|'),
          privacyOf(field),
        ]),
      ),
    ]),
  ])
  return ['# Events', generatedNote, eventsNote, ...parts].join('\n\n') + '\n'
}

const readModelsNote =
  'Tables of the read models, with the streams that feed them and the events they handle. Tables with personal data also handle AccountErased.'

const readModelsPage = (): string => {
  const rows = allProjections.map(({ name, version, events }) => {
    const handled = [...events.codecs.keys()]
    const streams = Object.entries(eventFamilies).flatMap(([category, { codecs }]) =>
      handled.some((type) => codecs.has(type)) ? [`\`${category}-…\``] : [],
    )
    return [`\`read.${name}\``, String(version), streams.join(', '), handled.join(', ')]
  })
  return (
    [
      '# Read models',
      generatedNote,
      readModelsNote,
      markdownTable(['table', 'version', 'streams', 'events'], rows.toSorted(byFirstCell)),
    ].join('\n\n') + '\n'
  )
}

const byFirstCell = ([a = '']: readonly string[], [b = '']: readonly string[]) => a.localeCompare(b, 'en')

const configurationPage = (): string => {
  const defaults: Readonly<Record<string, string | number | undefined>> = settings.parse({})
  const rows = Object.entries(settings.shape).map(([name, schema]) => {
    const value = defaults[name]
    return [
      `\`${name}\``,
      value === undefined ? '–' : `\`${value}\``,
      (schema.description ?? '') + fileNote(name) + formerNameNote(name),
    ]
  })
  return (
    ['# Configuration', generatedNote, secretsNote, markdownTable(['setting', 'default', 'description'], rows)].join(
      '\n\n',
    ) + '\n'
  )
}

const secretsNote =
  'A secret can be read from a file: `DATABASE_URL_FILE=/run/secrets/database-url` instead of `DATABASE_URL`. Setting both is an error. Space and line breaks around the content are ignored.'

const fileNote = (name: string): string =>
  secretSettings.some((secret) => secret === name) ? ` Secret: also \`${name}_FILE\`.` : ''

const formerNameNote = (name: string): string => {
  const former = Object.entries(formerSettingNames).find(([, current]) => current === name)?.[0]
  return former === undefined ? '' : ` Formerly \`${former}\`, which still works.`
}

/** Generated files by path; a test compares them with the committed ones. */
export const generatedDocs = (root: URL): Readonly<Record<string, string>> => ({
  'docs/generated/events.md': eventsPage(),
  'docs/generated/read-models.md': readModelsPage(),
  'docs/configuration.md': configurationPage(),
  'docs/generated/errors.md': errorsPage(root),
  'docs/generated/roles.md': roleMatrix(),
  'docs/coverage.md': coveragePage(root),
  'docs/generated/rules.md': rulesPage(root),
  'web/contract/rule-parameters.ts': ruleParametersSource(),
})
