import { type ComponentType, useLayoutEffect, useRef, useState } from 'react'

/**
 * Menus whose code is loaded when someone points at their buttons. They replace the buttons when one is focused or
 * pressed; the focus stays, and the menu of a pressed button opens. `group` are the props of the element around the
 * buttons, `buttonAt` those of a button.
 */
export const useMenusOnDemand = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const [Menus, setMenus] = useState<ComponentType<Props> | null>(null)
  const ref = useRef<HTMLDivElement>(null)
  const focused = useRef(-1)
  const pressed = useRef(-1)
  const showMenus = async () => {
    const loaded = await load()
    focused.current = buttonsIn(ref.current).findIndex((button) => button === document.activeElement)
    setMenus(() => loaded)
  }
  useLayoutEffect(() => {
    if (Menus === null) return
    const buttons = buttonsIn(ref.current)
    buttons[focused.current]?.focus()
    buttons[pressed.current]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  }, [Menus, ref, focused, pressed])
  // without a connection the buttons stay as they are
  const loadAhead = () => void load().catch(() => undefined)
  const show = Menus === null ? () => void showMenus().catch(() => undefined) : undefined
  const buttonAt = (index: number) => {
    // when the pointer goes down, as the menus may replace the buttons before it goes up
    const press = () => {
      pressed.current = index
      show?.()
    }
    return {
      type: 'button',
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onPointerDown: press,
      onClick: press,
    } as const
  }
  return { Menus, group: { ref, onPointerEnter: loadAhead, onFocus: show }, buttonAt }
}

const buttonsIn = (group: HTMLElement | null) => [...(group?.querySelectorAll('button') ?? [])]
