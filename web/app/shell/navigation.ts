import type { User } from '../../contract/user.ts'
import { isAdmin, isModerator } from '../shared/staff.ts'
import { texts } from '../texts.ts'

export interface Place {
  readonly to: string
  readonly label: string
}

const { shell } = texts

/** The main navigation of a business, in the order of the specification (R-35, P-09). */
const business: readonly Place[] = [
  { to: '/dashboard', label: shell.dashboard },
  { to: '/clients', label: shell.clients },
  { to: '/ratings', label: shell.ratings },
  { to: '/rewards', label: shell.rewards },
  { to: '/book-travel', label: shell.bookTravel },
]

/** And of a client. */
const client: readonly Place[] = [
  { to: '/dashboard', label: shell.dashboard },
  { to: '/my-reviews', label: shell.myReviews },
  { to: '/my-travels', label: shell.myTravels },
  { to: '/my-rewards', label: shell.myRewards },
  { to: '/favorites', label: shell.favourites },
]

/** The side decides (B-16). */
export const placesOf = ({ role }: Pick<User, 'role'>) => (role === 'CLIENTE' ? client : business)

/** The pages that present Garbo: wide, with both doors in the header and everything in the footer. */
export const isFace = (pathname: string) => /^\/(landing\/?)?$/.test(pathname)

/** What the user menu offers beside leaving. */
export const ownPlacesOf = (user: User): readonly Place[] => (user.suspended ? [situation] : everyOwnPlaceOf(user))

const situation: Place = { to: '/sanctions', label: texts.conduct.place }

const everyOwnPlaceOf = (user: User): readonly Place[] => [
  ...(user.role === 'CLIENTE' ? [{ to: '/client-dashboard', label: shell.clientDashboard }] : []),
  { to: '/profile', label: shell.profile },
  { to: '/profile/edit', label: shell.editProfile },
  { to: '/profile/photo', label: shell.profilePhoto },
  { to: '/decisions', label: texts.decisions.title },
  { to: '/ava-wallet', label: shell.avaWallet },
  { to: '/profile/biometric-setup', label: texts.biometrics.quick.place },
  ...(isModerator(user) ? [{ to: '/admin/reviews', label: shell.moderation }] : []),
  ...(isAdmin(user)
    ? [
        { to: '/admin-wallet', label: texts.companyWallet.link },
        { to: '/admin/rulebooks', label: texts.rulebooks.link },
      ]
    : []),
]
