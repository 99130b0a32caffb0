import { ChevronDown } from 'lucide-react'
import { type ComponentType, useLayoutEffect, useRef, useState } from 'react'
import { buttonStyle } from '../components/styles.ts'
import { landingTexts } from '../pages/marketing/landing.texts.ts'

const labels = [
  { label: landingTexts.login, variant: 'quiet' },
  { label: landingTexts.register, variant: 'primary' },
] as const

/**
 * The sign-in menus. Their code is loaded when a visitor points at them or focuses them; a button pressed before keeps
 * the focus and opens its menu then.
 */
export function LazyAuthMenus() {
  const [Menus, setMenus] = useState<ComponentType | null>(null)
  const group = useRef<HTMLDivElement>(null)
  const focused = useRef(-1)
  const pressed = useRef(-1)
  const load = async () => {
    const loaded = await import('./AuthMenus.tsx').then((m) => m.AuthMenus)
    focused.current = buttonsIn(group.current).findIndex((button) => button === document.activeElement)
    setMenus(() => loaded)
  }
  useLayoutEffect(() => {
    if (Menus === null) return
    const buttons = buttonsIn(group.current)
    buttons[focused.current]?.focus()
    buttons[pressed.current]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  }, [Menus, group, focused, pressed])
  // without a connection the buttons stay as they are
  const loadOnce = Menus === null ? () => void load().catch(() => undefined) : undefined
  // when the pointer goes down, as the menus may replace the buttons before it goes up
  const press = (index: number) => {
    pressed.current = index
    loadOnce?.()
  }
  return (
    <div ref={group} className="flex items-center gap-1" onPointerEnter={loadOnce} onFocus={loadOnce}>
      {Menus === null ? (
        labels.map(({ label, variant }, index) => (
          <button
            key={label}
            type="button"
            aria-haspopup="menu"
            aria-expanded="false"
            className={`${buttonStyle(variant, true)} min-h-11`}
            onPointerDown={() => press(index)}
            onClick={() => press(index)}
          >
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

const buttonsIn = (group: HTMLElement | null) => [...(group?.querySelectorAll('button') ?? [])]
