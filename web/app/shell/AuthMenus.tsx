import { ChevronDown, ConciergeBell, type LucideIcon, Mail } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { buttonStyle, type ButtonVariant } from '../components/styles.ts'
import { menuItem, menuPanel } from './menu-parts.tsx'
import { landingTexts } from '../pages/marketing/landing.texts.ts'

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
