import { commands } from '../../application/all.ts'
import type { AccessRule as Conditions } from '../../application/access.ts'
import type { Access, Call } from '../../web/contract/call.ts'
import { type CallName, calls } from '../../web/contract/calls.ts'

/** Kinds of callers the server distinguishes. */
export const roles = [
  'visitor',
  'unconfirmed client',
  'client',
  'unconfirmed business',
  'business',
  'temporary password',
  'suspended',
  'reviewer',
  'moderator',
  'admin',
] as const
export type Role = (typeof roles)[number]

/** `yes`, or the code of the refusal. */
export type Verdict =
  'yes' | 'NotSignedIn' | 'Forbidden' | 'EmailNotConfirmed' | 'PasswordChangeDue' | 'AccountSuspended'

const staff: readonly Role[] = ['moderator', 'admin']
const businesses: readonly Role[] = ['unconfirmed business', 'business', 'reviewer', ...staff]
const admitted: Readonly<Record<Access, readonly Role[]>> = {
  anyone: roles,
  'signed-in': roles.filter((role) => role !== 'visitor'),
  business: businesses,
  client: ['unconfirmed client', 'client'],
  moderator: staff,
  admin: ['admin'],
}

/**
 * Combines the access rule of the route with the application's requirement for a confirmed e-mail address.
 * @rule P-10 permissions by role
 */
export const verdictOf = (name: CallName, role: Role): Verdict => {
  const { access, allowedBeforePasswordChange, allowedWhileSuspended }: Call = calls[name]
  if (role === 'temporary password' && !allowedBeforePasswordChange) return 'PasswordChangeDue'
  if (role === 'suspended' && !allowedWhileSuspended) return 'AccountSuspended'
  if (role === 'visitor' && access !== 'anyone') return 'NotSignedIn'
  if (!admitted[access].includes(role)) return 'Forbidden'
  return role.startsWith('unconfirmed') && requiresConfirmedEmail(name) ? 'EmailNotConfirmed' : 'yes'
}

export const requiresConfirmedEmail = (name: string): boolean => conditions[name]?.access.confirmed ?? false
/** Access rules by the name that command and API call share. */
const conditions: Readonly<Record<string, { readonly access: Conditions }>> = commands

const verdictLabels: Readonly<Record<Verdict, string>> = {
  yes: 'yes',
  NotSignedIn: '401',
  Forbidden: '403',
  EmailNotConfirmed: '403 e-mail',
  PasswordChangeDue: '403 password',
  AccountSuspended: '403 suspended',
}

const legend = `Made by \`npm run docs\`; do not edit. Every cell is tried by \`tests/web/api/authorization.spec.ts\`.

\`401\` not signed in · \`403\` not for this account · \`403 e-mail\` the address must be confirmed first · \`403 password\` the
temporary password must be replaced first · \`403 suspended\` the account is suspended. Staff roles come on top of an account; here of a business. Beyond this table each
call sees to it that what it touches is the asker’s own.`

export const roleMatrix = (): string => {
  const rows = (Object.entries(calls) as [CallName, Call][]).map(([name, { method, path }]) => [
    `${name}<br>\`${method} ${path}\``,
    ...roles.map((role) => verdictLabels[verdictOf(name, role)]),
  ])
  const table = [['call', ...roles], ['---', ...roles.map(() => '---')], ...rows]
  return ['# Roles', legend, table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')].join('\n\n') + '\n'
}
