import { ChevronDown, ConciergeBell, LogOut, type LucideIcon, Mail } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import type { User } from '../../contract/accounts/authentication.ts'
import { Badge } from '../components/data-display.tsx'
import { buttonStyle, type ButtonVariant } from '../components/styles.ts'
import { PremiumBadge } from '../components/premium-badge.tsx'
import { useSignOut } from '../shared/session.ts'
import { userMenuItemsOf } from './navigation.ts'
import { landingTexts } from '../pages/marketing/landing.texts.ts'
import { shellTexts } from '../texts.ts'

/** Style of the header's menus. */
const menuPanel = 'z-50 w-80 max-w-[calc(100vw-1.5rem)] rounded-card border border-line bg-surface p-2 shadow-float'

const menuItem =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 outline-none data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-olive'

/**
 * @rule R-04 R-05 login and register menus of the landing pages; a click opens them, Escape or a click outside closes
 * them
 */
export function AuthMenus() {
  return (
    <>
      <AuthMenu label={landingTexts.login} variant="quiet">
        <MenuGroup title={landingTexts.forBusinesses}>
          <MenuLink to="/login?type=business" icon={ConciergeBell} text={landingTexts.loginBusinessText}>
            {landingTexts.loginBusiness}
          </MenuLink>
        </MenuGroup>
        <MenuGroup title={landingTexts.forClients}>
          <ProviderLink by="google">{landingTexts.loginGoogle}</ProviderLink>
          <ProviderLink by="facebook">{landingTexts.loginFacebook}</ProviderLink>
          <MenuLink to="/login?type=client" icon={Mail}>
            {landingTexts.loginEmail}
          </MenuLink>
        </MenuGroup>
      </AuthMenu>
      <AuthMenu label={landingTexts.register} variant="primary">
        <MenuGroup title={landingTexts.forBusinesses}>
          <MenuLink to="/register" icon={ConciergeBell} text={landingTexts.registerBusinessText}>
            {landingTexts.registerBusiness}
          </MenuLink>
        </MenuGroup>
        <MenuGroup title={landingTexts.forClients}>
          <ProviderLink by="google">{landingTexts.registerGoogle}</ProviderLink>
          <ProviderLink by="facebook">{landingTexts.registerFacebook}</ProviderLink>
          <MenuLink to="/register-client" icon={Mail}>
            {landingTexts.registerEmail}
          </MenuLink>
        </MenuGroup>
      </AuthMenu>
    </>
  )
}

interface AuthMenuProps {
  readonly label: string
  readonly variant: ButtonVariant
  readonly children: ReactNode
}

function AuthMenu({ label, variant, children }: AuthMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={`${buttonStyle(variant, true)} group min-h-11`}>
        {label}
        <ChevronDown
          aria-hidden="true"
          className="size-4 transition-transform group-data-[state=open]:rotate-180 max-sm:-mr-1"
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" sideOffset={14} collisionPadding={12} className={menuPanel}>
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

function MenuGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <DropdownMenu.Group
      aria-labelledby={id}
      className="not-first:mt-2 not-first:border-t not-first:border-line not-first:pt-2"
    >
      <DropdownMenu.Label id={id} className="px-3 py-1.5 text-sm font-medium text-muted">
        {title}
      </DropdownMenu.Label>
      {children}
    </DropdownMenu.Group>
  )
}

interface MenuLinkProps {
  readonly to: string
  readonly icon: LucideIcon
  readonly text?: string
  readonly children: string
}

function MenuLink({ to, icon: Icon, text, children }: MenuLinkProps) {
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} className={menuItem}>
        <Icon aria-hidden="true" className="size-5 shrink-0 text-brand" strokeWidth={1.6} />
        <span>
          <span className="block font-medium">{children}</span>
          {text !== undefined && <span className="block text-sm text-muted">{text}</span>}
        </span>
      </Link>
    </DropdownMenu.Item>
  )
}

/** A full page navigation, as the target is not part of the app. @rule A-24 A-25 */
function ProviderLink({ by, children }: { readonly by: 'google' | 'facebook'; readonly children: string }) {
  return (
    <DropdownMenu.Item asChild>
      <a href={`/api/auth/${by}`} className={`${menuItem} font-medium`}>
        <span
          aria-hidden="true"
          className="grid size-5 shrink-0 place-items-center rounded-full bg-sunken text-xs font-bold text-brand-strong"
        >
          {by === 'google' ? 'G' : 'f'}
        </span>
        {children}
      </a>
    </DropdownMenu.Item>
  )
}

/** @rule R-37 user menu with own pages and logout */
export function UserMenu({ user }: { readonly user: User }) {
  const signOut = useSignOut()
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={shellTexts.userMenu(user.displayName)}
        className="flex min-h-11 items-center gap-2 rounded-control px-2 hover:bg-sunken"
      >
        <span
          aria-hidden="true"
          className="grid size-9 place-items-center rounded-t-full rounded-b-md bg-olive-soft pt-1 font-display text-lg leading-none text-olive"
        >
          {user.displayName.slice(0, 1).toUpperCase()}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 text-muted" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" sideOffset={14} collisionPadding={12} className={menuPanel}>
        <DropdownMenu.Label className="grid gap-1 border-b border-line px-3 pt-1 pb-3">
          <span className="font-display text-xl leading-tight break-words">{user.displayName}</span>
          <span className="text-sm break-words text-muted">{user.email}</span>
          <span className="mt-1 flex flex-wrap gap-1.5">
            <RoleBadges user={user} />
            <PremiumBadge shown={user.isPremium} />
          </span>
        </DropdownMenu.Label>
        {userMenuItemsOf(user).map(({ to, label }) => (
          <DropdownMenu.Item key={to} asChild>
            <Link to={to} className={menuItem}>
              {label}
            </Link>
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Item onSelect={() => void signOut()} className={menuItem}>
          <LogOut aria-hidden="true" className="size-4" />
          {shellTexts.logout}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

function RoleBadges({ user }: { readonly user: User }) {
  return (
    <>
      <Badge tone="good">{user.role === 'CLIENTE' ? shellTexts.roleClient : shellTexts.roleBusiness}</Badge>
      {user.staffRoles.map((role) => (
        <Badge key={role} tone="gold">
          {shellTexts.staff[role]}
        </Badge>
      ))}
    </>
  )
}
