import { capabilities } from '../../../application/capabilities.ts'
import type { Who as Conditions } from '../../../application/use-case.ts'
import type { Call } from '../../../web/contract/call.ts'
import { calls } from '../../../web/contract/calls.ts'

export const roles = [
  'visitor',
  'new client',
  'client',
  'new business',
  'business',
  'moderator',
  'admin',
  'temporary password',
] as const
export type Role = (typeof roles)[number]

/** What a role is answered before its words are looked at: 401, 403, or whatever else its request deserves. */
export type Cell = '401' | '403' | 'yes'

interface Traits {
  readonly kind: 'business' | 'client'
  readonly confirmed?: true
  readonly staff?: true
}
/** Staff roles are added to an account of either kind; here to a business (added-calls, 2). */
const traits: Readonly<Record<Exclude<Role, 'visitor'>, Traits>> = {
  'new client': { kind: 'client' },
  client: { kind: 'client', confirmed: true },
  'new business': { kind: 'business' },
  business: { kind: 'business', confirmed: true },
  moderator: { kind: 'business', confirmed: true, staff: true },
  admin: { kind: 'business', confirmed: true, staff: true },
  'temporary password': { kind: 'client', confirmed: true },
}

const conditionsOf: Readonly<Record<Exclude<Call['who'], 'anyone'>, Conditions>> = {
  'signed-in': {},
  business: { kind: 'business' },
  client: { kind: 'client' },
  moderator: { moderator: true },
}

const cellOf = (name: string, call: Call, role: Role): Cell => {
  if (role === 'visitor') return call.who === 'anyone' ? 'yes' : '401'
  const due = role === 'temporary password' && call.beforeNewPassword !== true
  if (due) return '403'
  const capability = Object.entries(capabilities).find(([known]) => known === name)?.[1]
  const wanted: readonly Conditions[] = [
    call.who === 'anyone' ? {} : conditionsOf[call.who],
    ...(capability === undefined ? [] : [capability.who]),
  ]
  return wanted.every((one) => fits(traits[role], one)) ? 'yes' : '403'
}

const fits = ({ kind, confirmed, staff }: Traits, wanted: Conditions): boolean =>
  (wanted.kind === undefined || wanted.kind === kind) &&
  (wanted.confirmed === undefined || confirmed === true) &&
  (wanted.moderator === undefined || staff === true)

export interface Row {
  readonly name: string
  readonly call: Call
  readonly cells: Readonly<Record<Role, Cell>>
}

/** Every call, and what every role is answered. */
export const accessMatrix = (): readonly Row[] =>
  Object.entries(calls).map(([name, call]: readonly [string, Call]) => ({
    name,
    call,
    cells: Object.fromEntries(roles.map((role) => [role, cellOf(name, call, role)])) as Row['cells'],
  }))

const intro = `Made by \`npm run docs\`; do not edit. \`tests/web/api/access-matrix.spec.ts\` sends every call as every role.

401: sign in first. 403: not yours. yes: looked at, and then answered by what was asked: one’s own data, or 404 for what is
somebody else’s. _New_: the e-mail address is not confirmed yet. _Temporary password_: one was used, another must be chosen
first. Suspended accounts are not here: nothing in the product suspends an account yet.`

export const accessTable = (): string => {
  const head = ['call', ...roles]
  const rows = accessMatrix().map(({ call: { method, path }, cells }) => [
    `\`${method} ${path}\``,
    ...roles.map((role) => cells[role]),
  ])
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return ['# Who may call what', intro, lines.join('\n')].join('\n\n') + '\n'
}
