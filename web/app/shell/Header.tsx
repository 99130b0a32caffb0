import { Menu, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { classNames } from '../components/class-names.ts'
import { LinkButton } from '../components/LinkButton.tsx'
import { Tooltip } from '../components/Tooltip.tsx'
import { useSession } from '../shared/session.ts'
import { readHint } from '../shared/session-memory.ts'
import { texts } from '../texts.ts'
import { Doors } from './Doors.tsx'
import { Logo } from './Logo.tsx'
import { isFace, placesOf, type Place } from './navigation.ts'
import { UserMenu } from './UserMenu.tsx'

export function Header() {
  const { data: user, isPending } = useSession()
  // while the server has not answered, the last name known here stands in
  const known = user ?? (isPending ? readHint() : null)
  const places = known === null || user?.mustChangePassword || user?.suspended ? [] : placesOf(known)
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface px-4">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center gap-x-3 lg:gap-x-6">
        <Brand name={known?.businessName ?? texts.shell.product} />
        {places.length > 0 && <WideNavigation places={places} />}
        <div className="ml-auto flex shrink-0 items-center gap-1">
          {user !== null && user !== undefined && <UserMenu user={user} />}
          {user === null && <WaysIn />}
          {places.length > 0 && <NarrowNavigation places={places} />}
        </div>
      </div>
    </header>
  )
}

/** Whose house this is: the business's, else the product's (R-34, B-06, Q-42), and the way to its door. */
function Brand({ name }: { readonly name: string }) {
  return (
    <Tooltip text={texts.shell.home}>
      <Link
        to="/"
        aria-label={`${name}, ${texts.shell.home}`}
        className="flex min-w-0 items-center gap-2.5 rounded-control py-1.5 font-display text-xl leading-tight tracking-tight sm:text-2xl"
      >
        <Logo />
        <span className="truncate">{name}</span>
      </Link>
    </Tooltip>
  )
}

/** For visitors: both doors where Garbo presents itself, plain links elsewhere. */
function WaysIn() {
  const { pathname } = useLocation()
  if (isFace(pathname)) return <Doors />
  return (
    <>
      <LinkButton to="/login" look="quiet" small>
        {texts.shell.login}
      </LinkButton>
      <LinkButton to="/register" look="secondary" small>
        {texts.shell.signUp}
      </LinkButton>
    </>
  )
}

function WideNavigation({ places }: { readonly places: readonly Place[] }) {
  return (
    <nav aria-label={texts.shell.mainNavigation} className="hidden lg:block">
      <ul className="flex gap-1">
        {places.map((place) => (
          <li key={place.to}>
            <PlaceLink {...place} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** On small screens the navigation opens below the header; going somewhere closes it. */
function NarrowNavigation({ places }: { readonly places: readonly Place[] }) {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === pathname
  useEscape(open, () => setOpenAt(null))
  const Icon = open ? X : Menu
  return (
    <div className="lg:hidden">
      <Tooltip text={open ? texts.shell.closeMenu : texts.shell.openMenu}>
        <button
          type="button"
          aria-expanded={open}
          aria-label={open ? texts.shell.closeMenu : texts.shell.openMenu}
          onClick={() => setOpenAt(open ? null : pathname)}
          className="grid size-11 place-items-center rounded-control hover:bg-sunken"
        >
          <Icon aria-hidden="true" className="size-6" />
        </button>
      </Tooltip>
      {open && (
        <nav
          aria-label={texts.shell.mainNavigation}
          className="absolute inset-x-0 top-full border-b border-line bg-surface p-3 shadow-float"
        >
          <ul className="grid gap-1">
            {places.map((place) => (
              <li key={place.to}>
                <PlaceLink {...place} />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

function PlaceLink({ to, label }: Place) {
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

const useEscape = (when: boolean, then: () => void) =>
  useEffect(() => {
    if (!when) return undefined
    const heard = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') then()
    }
    document.addEventListener('keydown', heard)
    return () => document.removeEventListener('keydown', heard)
  }, [when, then])
