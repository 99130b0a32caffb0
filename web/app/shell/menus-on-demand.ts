import { type ComponentType, useLayoutEffect, useRef, useState } from 'react'

/**
 * Menus whose code is loaded when someone points at their buttons or focuses them. They replace the buttons when one is
 * pressed, and open its menu. `group` are the props of the element around the buttons, `buttonAt` those of a button.
 */
export const useMenusOnDemand = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const [Menus, setMenus] = useState<ComponentType<Props> | null>(null)
  const ref = useRef<HTMLDivElement>(null)
  const pressed = useRef(-1)
  useLayoutEffect(() => {
    if (Menus === null) return
    const button = ref.current?.querySelectorAll('button')[pressed.current]
    button?.focus()
    button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  }, [Menus, ref, pressed])
  // without a connection the buttons stay as they are
  const loadAhead = () => void load().catch(() => undefined)
  const buttonAt = (index: number) => {
    const press = () => {
      pressed.current = index
      void load().then(
        (loaded) => setMenus(() => loaded),
        () => undefined,
      )
    }
    return { type: 'button', 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: press } as const
  }
  return { Menus, group: { ref, onPointerEnter: loadAhead, onFocus: loadAhead }, buttonAt }
}
