/** Rules of names that the API contract reads too, apart from the others: the login page does without their tables. */

import { characterFlaw, isReservedName, type NameFlaw } from '../kernel/names.ts'

/** The flaw of a username or of the name of a business, both shown to everyone; null for none. @rule Q-131 */
export const publicNameFlaw = (name: string): NameFlaw | null =>
  characterFlaw(name) ?? (isReservedName(name) ? 'reserved' : null)

/** The flaw of a person's first or last name; null for none. Both may be a reserved word. @rule Q-131 */
export const personNameFlaw = characterFlaw
