import { type ComponentType, type KeyboardEvent as ReactKeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Menus whose code is loaded when someone points at their buttons. They replace the buttons when one is focused or
 * pressed; the focus stays, and the menu of a pressed button opens. `group` are the props of the element around the
 * buttons, `buttonAt` those of a button.
 */
export const useMenusOnDemand = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const [Menus, setMenus] = useState<ComponentType<Props> | null>(null)
  const ref = useRef<HTMLDivElement>(null)
  const pressed = useRef(-1)
  const isShown = useRef(false)
  const showMenus = async () => {
    const loaded = await load()
    if (isShown.current) return
    isShown.current = true
    const focused = buttonsIn(ref.current).findIndex((button) => button === document.activeElement)
    // with their effects, as menus listen for keys to learn that the keyboard is used
    flushSync(() => setMenus(() => loaded))
    const buttons = buttonsIn(ref.current)
    buttons[focused]?.focus()
    buttons[pressed.current]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  }
  // without a connection the buttons stay as they are
  const loadAhead = () => void load().catch(() => undefined)
  const show = () => void showMenus().catch(() => undefined)
  const buttonAt = (index: number) => {
    const press = () => {
      pressed.current = index
      show()
    }
    // when a pointer or key goes down, as the menus may replace the buttons before it goes up
    const onKeyDown = (event: ReactKeyboardEvent) => {
      if (!opening.has(event.key)) return
      event.preventDefault()
      press()
    }
    return {
      type: 'button',
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onPointerDown: press,
      onKeyDown,
      // of assistive technology
      onClick: press,
    } as const
  }
  return { Menus, group: { ref, onPointerEnter: loadAhead, onFocus: Menus === null ? show : undefined }, buttonAt }
}

const opening: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown'])

const buttonsIn = (group: HTMLElement | null) => [...(group?.querySelectorAll('button') ?? [])]
