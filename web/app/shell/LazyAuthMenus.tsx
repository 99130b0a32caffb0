import { ChevronDown } from 'lucide-react'
import { buttonStyle } from '../components/styles.ts'
import { landingTexts } from '../pages/marketing/landing.texts.ts'
import { useMenusOnDemand } from './menus-on-demand.ts'

const labels = [
  { label: landingTexts.login, variant: 'quiet' },
  { label: landingTexts.register, variant: 'primary' },
] as const

const loadMenus = () => import('./AuthMenus.tsx').then((m) => m.AuthMenus)

/** The sign-in menus. */
export function LazyAuthMenus() {
  const { Menus, group, buttonAt } = useMenusOnDemand(loadMenus)
  return (
    <div className="flex items-center gap-1" {...group}>
      {Menus === null ? (
        labels.map(({ label, variant }, index) => (
          <button key={label} className={`${buttonStyle(variant, true)} min-h-11`} {...buttonAt(index)}>
            {label}
            <ChevronDown aria-hidden="true" className="size-4 max-sm:-mr-1" />
          </button>
        ))
      ) : (
        <Menus />
      )}
    </div>
  )
}
