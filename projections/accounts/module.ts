import { accounts, phones } from './accounts.ts'
import { businessWords } from './businesses.ts'
import { favourites } from './favourites.ts'
import { identifiers } from './identifiers.ts'
import { notifications } from './notifications.ts'
import { preferences } from './preferences.ts'

/** The read models of this context. */
export const accountsProjections = {
  accounts,
  phones,
  businessWords,
  favourites,
  preferences,
  notifications,
  identifiers,
} as const
