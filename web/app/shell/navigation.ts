import type { User } from '../../contract/accounts/authentication.ts'
import { isAdmin, isAuditor, isModerator } from '../shared/session.ts'
import { shellTexts } from '../texts.ts'

export interface NavigationItem {
  readonly to: string
  readonly label: string
}

/** @rule R-35 P-09 main navigation of a business */
const businessNavigation: readonly NavigationItem[] = [
  { to: '/dashboard', label: shellTexts.dashboard },
  { to: '/clients', label: shellTexts.clients },
  { to: '/ratings', label: shellTexts.reviews },
  { to: '/rewards', label: shellTexts.rewards },
  { to: '/book-travel', label: shellTexts.bookTravel },
]

/** @rule R-36 main navigation of a client */
const clientNavigation: readonly NavigationItem[] = [
  { to: '/dashboard', label: shellTexts.dashboard },
  { to: '/my-reviews', label: shellTexts.myReviews },
  { to: '/my-travels', label: shellTexts.myTravels },
  { to: '/my-rewards', label: shellTexts.myRewards },
  { to: '/favorites', label: shellTexts.favourites },
]

/** @rule B-16 navigation by role */
export const mainNavigationOf = ({ role }: Pick<User, 'role'>) =>
  role === 'CLIENTE' ? clientNavigation : businessNavigation

/** Marketing pages: full width, sign-in menus in the header, full footer. */
export const isMarketingPath = (pathname: string) => /^\/(landing\/?)?$/.test(pathname)

/** Items of the user menu besides logout. */
export const userMenuItemsOf = (user: User): readonly NavigationItem[] =>
  user.suspended ? [sanctionsItem, supportItem] : allUserMenuItemsOf(user)

const sanctionsItem: NavigationItem = { to: '/sanctions', label: shellTexts.sanctions }
const supportItem: NavigationItem = { to: '/support', label: shellTexts.support }

const businessItem: NavigationItem = { to: '/analytics', label: shellTexts.analytics }

const allUserMenuItemsOf = (user: User): readonly NavigationItem[] => [
  ...(user.role === 'CLIENTE' ? [{ to: '/client-dashboard', label: shellTexts.clientDashboard }] : [businessItem]),
  { to: '/profile', label: shellTexts.profile },
  { to: '/profile/edit', label: shellTexts.editProfile },
  { to: '/profile/photo', label: shellTexts.profilePhoto },
  { to: '/decisions', label: shellTexts.decisions },
  { to: '/ava-wallet', label: shellTexts.avaWallet },
  { to: '/profile/biometric-setup', label: shellTexts.quickAccess },
  supportItem,
  ...(isModerator(user)
    ? [
        { to: '/admin/reviews', label: shellTexts.moderation },
        { to: '/admin/collegamenti', label: shellTexts.connections },
        { to: '/admin/support', label: shellTexts.supportQueue },
      ]
    : []),
  ...(isAuditor(user) ? [{ to: '/admin/audit', label: shellTexts.audit }] : []),
  ...(isAdmin(user)
    ? [
        { to: '/admin-wallet', label: shellTexts.companyWallet },
        { to: '/admin/rulebooks', label: shellTexts.ruleSets },
        { to: '/admin/affiliates', label: shellTexts.affiliateApprovals },
      ]
    : []),
]
