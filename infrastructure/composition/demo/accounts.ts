import { guests, password, staff, venues } from './cast.ts'
import { addressOf } from './people.ts'

/** Whom one may be, line by line: venues, guests, staff; where they sign in and with what. */
export const accountsToTry = (): readonly string[] => {
  const rows = [
    ...staff.map(({ key, firstName, lastName, role }) => [role, addressOf(key), `${firstName} ${lastName}`]),
    ...venues.map(({ key, businessName, location }) => ['ESERCENTE', addressOf(key), `${businessName}, ${location}`]),
    ...guests.map(({ key, firstName, lastName }) => ['CLIENTE', addressOf(key), `${firstName} ${lastName}`]),
  ]
  const widths = [0, 1].map((n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)))
  return [
    'Invented data (dati dimostrativi). Venues (ESERCENTE) sign in at /auth/login, everybody else at /client-auth,',
    `all with the password ${password}`,
    '',
    ...rows.map((row) => `  ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ')}`.trimEnd()),
  ]
}
