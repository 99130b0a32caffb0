import { Menu, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { LinkButton } from '../components/buttons.tsx'
import { classNames } from '../components/styles.ts'
import { Tooltip } from '../components/tooltip.tsx'
import { useSessionHint, useSession } from '../shared/session.ts'
import { useEscape } from '../components/use-escape.ts'
import { lazyComponent } from '../lazy.ts'
import { LazyAuthMenus } from './LazyAuthMenus.tsx'
import { Logo } from './Logo.tsx'
import { isMarketingPath, mainNavigationOf, type NavigationItem } from './navigation.ts'
import { shellTexts } from '../texts.ts'

const VenueBadge = lazyComponent(() => import('./AccountArea.tsx').then((m) => m.VenueBadge))
const AccountArea = lazyComponent(() => import('./AccountArea.tsx').then((m) => m.AccountArea))

export function Header() {
  const { data: user, isPending } = useSession()
  // shows the last known name until the server responds
  const hint = useSessionHint()
  const knownUser = user ?? (isPending ? hint : null)
  const items = knownUser === null || user?.mustChangePassword || user?.suspended ? [] : mainNavigationOf(knownUser)
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface px-4">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center gap-x-3 lg:gap-x-6">
        <Brand name={knownUser?.businessName ?? shellTexts.product} />
        {user && (
          <Suspense>
            <VenueBadge user={user} />
          </Suspense>
        )}
        {items.length > 0 && <DesktopNavigation items={items} />}
        <div className="ml-auto flex shrink-0 items-center gap-1">
          {user !== null && user !== undefined && (
            <Suspense fallback={<span className="h-11 w-17" />}>
              <AccountArea user={user} hasNotifications={items.length > 0} />
            </Suspense>
          )}
          {user === null && <SignInLinks />}
          {items.length > 0 && <MobileNavigation items={items} />}
        </div>
      </div>
    </header>
  )
}

/** @rule R-34 B-06 Q-42 name of the business, else of the product, linked to the home page */
function Brand({ name }: { readonly name: string }) {
  return (
    <Tooltip text={shellTexts.home}>
      <Link
        to="/"
        aria-label={`${name}, ${shellTexts.home}`}
        className="flex min-w-0 items-center gap-2.5 rounded-control py-1.5 font-display text-xl leading-tight tracking-tight sm:text-2xl"
      >
        <Logo />
        <span className="truncate">{name}</span>
      </Link>
    </Tooltip>
  )
}

/** @rule R-04 R-05 menus on marketing pages, plain links elsewhere */
function SignInLinks() {
  const { pathname } = useLocation()
  if (isMarketingPath(pathname)) return <LazyAuthMenus />
  return (
    <>
      <LinkButton to="/login" variant="quiet" small>
        {shellTexts.login}
      </LinkButton>
      <LinkButton to="/register" variant="secondary" small>
        {shellTexts.signUp}
      </LinkButton>
    </>
  )
}

function DesktopNavigation({ items }: { readonly items: readonly NavigationItem[] }) {
  return (
    <nav aria-label={shellTexts.mainNavigation} className="hidden lg:block">
      <ul className="flex gap-1">
        {items.map((item) => (
          <li key={item.to}>
            <NavigationLink {...item} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Opens below the header on small screens and closes on navigation. */
function MobileNavigation({ items }: { readonly items: readonly NavigationItem[] }) {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === pathname
  useEscape(open, () => setOpenAt(null))
  const Icon = open ? X : Menu
  return (
    <div className="lg:hidden">
      <Tooltip text={open ? shellTexts.closeMenu : shellTexts.openMenu}>
        <button
          type="button"
          aria-expanded={open}
          aria-label={open ? shellTexts.closeMenu : shellTexts.openMenu}
          onClick={() => setOpenAt(open ? null : pathname)}
          className="grid size-11 place-items-center rounded-control hover:bg-sunken"
        >
          <Icon aria-hidden="true" className="size-6" />
        </button>
      </Tooltip>
      {open && (
        <nav
          aria-label={shellTexts.mainNavigation}
          className="absolute inset-x-0 top-full border-b border-line bg-surface p-3 shadow-float"
        >
          <ul className="grid gap-1">
            {items.map((item) => (
              <li key={item.to}>
                <NavigationLink {...item} />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

function NavigationLink({ to, label }: NavigationItem) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        classNames(
          'flex min-h-11 items-center rounded-control px-3 font-medium hover:bg-sunken lg:text-sm',
          isActive
            ? 'bg-brand-soft text-brand-strong lg:rounded-b-none lg:bg-transparent lg:inset-shadow-[0_-2px_0_var(--brand)]'
            : 'text-ink',
        )
      }
    >
      {label}
    </NavLink>
  )
}
