import { ChevronDown, ConciergeBell, Mail, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonStyle, type ButtonLook } from '../components/button-style.ts'
import { texts } from '../texts.ts'
import { menuItem, menuPanel } from './menu-style.ts'

const { landing: words } = texts

/** Login and Register of the landing pages: a click opens them, a click outside or Escape closes them. */
export function Doors() {
  return (
    <>
      <Door label={words.login} look="quiet">
        <Side title={words.forBusinesses}>
          <Way to="/login?type=business" icon={ConciergeBell} text={words.loginBusinessText}>
            {words.loginBusiness}
          </Way>
        </Side>
        <Side title={words.forClients}>
          <Social by="google">{words.loginGoogle}</Social>
          <Social by="facebook">{words.loginFacebook}</Social>
          <Way to="/login?type=client" icon={Mail}>
            {words.loginEmail}
          </Way>
        </Side>
      </Door>
      <Door label={words.register} look="primary">
        <Side title={words.forBusinesses}>
          <Way to="/register" icon={ConciergeBell} text={words.registerBusinessText}>
            {words.registerBusiness}
          </Way>
        </Side>
        <Side title={words.forClients}>
          <Social by="google">{words.registerGoogle}</Social>
          <Social by="facebook">{words.registerFacebook}</Social>
          <Way to="/register-client" icon={Mail}>
            {words.registerEmail}
          </Way>
        </Side>
      </Door>
    </>
  )
}

interface DoorProps {
  readonly label: string
  readonly look: ButtonLook
  readonly children: ReactNode
}

function Door({ label, look, children }: DoorProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={`${buttonStyle(look, true)} group min-h-11`}>
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

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
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

interface WayProps {
  readonly to: string
  readonly icon: LucideIcon
  readonly text?: string
  readonly children: string
}

function Way({ to, icon: Icon, text, children }: WayProps) {
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

/** Leaves the page: what is there is no screen of ours. */
function Social({ by, children }: { readonly by: 'google' | 'facebook'; readonly children: string }) {
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
