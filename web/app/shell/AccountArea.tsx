import { PremiumBadge } from '../components/premium-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { User } from '../../contract/accounts/authentication.ts'
import { Tooltip } from '../components/tooltip.tsx'
import { notificationTexts } from '../features/accounts/notifications/texts.ts'
import { unreadNotificationsQuery } from '../shared/notifications.ts'
import { pollEvery30Seconds } from '../shared/queries.ts'
import { shellTexts } from '../texts.ts'
import { userButton, UserInitial } from './menu-parts.tsx'
import { useMenusOnDemand } from './menus-on-demand.ts'

interface AccountAreaProps {
  readonly user: User
  /** False while the user may use nothing but a few pages. */
  readonly hasNotifications: boolean
}

/** Notifications and menu of a signed-in user, in the header. */
export function AccountArea({ user, hasNotifications }: AccountAreaProps) {
  const { Menus: Menu, group, buttonAt } = useMenusOnDemand(loadUserMenu)
  return (
    <>
      {hasNotifications && <NotificationLink />}
      <div {...group}>
        {Menu === null ? (
          <button aria-label={shellTexts.userMenu(user.displayName)} className={userButton} {...buttonAt(0)}>
            <UserInitial name={user.displayName} />
          </button>
        ) : (
          <Menu user={user} />
        )}
      </div>
    </>
  )
}

const loadUserMenu = () => import('./UserMenu.tsx').then((m) => m.UserMenu)

/** Link to the notifications with the number of unread ones, which other devices may read. */
function NotificationLink() {
  const { data } = useQuery({ ...unreadNotificationsQuery, ...pollEvery30Seconds })
  const unread = data?.unread ?? 0
  return (
    <Tooltip text={notificationTexts.title}>
      <Link
        to="/notifications"
        aria-label={notificationTexts.headerLink(unread)}
        className="relative grid size-11 place-items-center rounded-control hover:bg-sunken"
      >
        <Bell aria-hidden="true" className="size-5.5" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-1 right-0.5 min-w-5 rounded-full bg-brand px-1 text-center text-xs leading-5 font-semibold text-on-brand tabular-nums"
          >
            {notificationTexts.count(unread)}
          </span>
        )}
      </Link>
    </Tooltip>
  )
}

/** Next to the name of a venue in the header. @rule D-35 */
export function VenueBadge({ user: { businessName, isPremium } }: { readonly user: User }) {
  if (businessName === null) return null
  return (
    <div className="-ml-1.5 shrink-0 sm:ml-0">
      <PremiumBadge shown={isPremium} compact />
    </div>
  )
}
