import { ChevronDown, LogOut } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Link } from 'react-router-dom'
import type { User } from '../../contract/user.ts'
import { Badge } from '../components/Badge.tsx'
import { useLeave } from '../shared/session.ts'
import { texts } from '../texts.ts'
import { menuItem, menuPanel } from './menu-style.ts'
import { ownPlacesOf } from './navigation.ts'

/** Who I am, where my own pages are, and the way out. */
export function UserMenu({ user }: { readonly user: User }) {
  const leave = useLeave()
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={texts.shell.userMenu(user.displayName)}
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
          </span>
        </DropdownMenu.Label>
        {ownPlacesOf(user).map(({ to, label }) => (
          <DropdownMenu.Item key={to} asChild>
            <Link to={to} className={menuItem}>
              {label}
            </Link>
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Item onSelect={() => void leave()} className={menuItem}>
          <LogOut aria-hidden="true" className="size-4" />
          {texts.shell.logout}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

function RoleBadges({ user }: { readonly user: User }) {
  return (
    <>
      <Badge tone="good">{user.role === 'CLIENTE' ? texts.shell.roleClient : texts.shell.roleBusiness}</Badge>
      {user.staffRoles.map((role) => (
        <Badge key={role} tone="gold">
          {texts.shell.staff[role]}
        </Badge>
      ))}
    </>
  )
}
