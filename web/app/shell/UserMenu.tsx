import { LogOut } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Link } from 'react-router-dom'
import type { User } from '../../contract/accounts/authentication.ts'
import { Badge } from '../components/data-display.tsx'
import { PremiumBadge } from '../components/premium-badge.tsx'
import { useSignOut } from '../shared/session.ts'
import { menuItem, menuPanel, userButton, UserInitial } from './menu-parts.tsx'
import { userMenuItemsOf } from './navigation.ts'
import { shellTexts } from '../texts.ts'

/** @rule R-37 user menu with own pages and logout */
export function UserMenu({ user }: { readonly user: User }) {
  const signOut = useSignOut()
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger aria-label={shellTexts.userMenu(user.displayName)} className={userButton}>
        <UserInitial name={user.displayName} />
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
