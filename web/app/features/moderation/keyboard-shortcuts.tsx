import { Keyboard } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../../components/buttons.tsx'
import { Dialog } from '../../components/dialogs.tsx'
import { Checkbox } from '../../components/form-controls.tsx'
import { caseQueueTexts } from './texts.ts'

/** What a key does; `false` leaves the key to the browser. */
export type KeyBindings = Readonly<Record<string, () => boolean | void>>

const storageKey = 'garbo.keys'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const areShortcutsEnabled = () => {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Single letters can be switched off, for who dictates to the machine or misses keys (WCAG 2.1.4). */
export const useShortcutsEnabled = () => useSyncExternalStore(subscribe, areShortcutsEnabled)

export const setShortcutsEnabled = (on: boolean) => {
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
  } catch {
    // whoever keeps nothing keeps no choice either
  }
  for (const listener of listeners) listener()
}

/** Keys act where nobody is typing, choosing or answering a dialog. */
export const useKeyboardShortcuts = (keys: KeyBindings) => {
  const on = useShortcutsEnabled()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
      if (defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target)) return
      if (!on && key !== 'Escape') return
      const act = latest.current[key]
      if (act !== undefined && act() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [on])
}

const isTyping = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"], [role="menu"]') !== null ||
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null)

/** The keys there are, and whether they act. */
export function KeyboardShortcutsButton() {
  const [open, setOpen] = useState(false)
  const on = useShortcutsEnabled()
  useKeyboardShortcuts({ '?': () => setOpen(true) })
  return (
    <>
      <Button variant="quiet" small aria-keyshortcuts="?" onClick={() => setOpen(true)}>
        <Keyboard aria-hidden="true" className="size-4" />
        {caseQueueTexts.keys}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={caseQueueTexts.keys}
        description={caseQueueTexts.keysIntro}
      >
        <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2.5">
          {caseQueueTexts.keyList.map(({ keys, does }) => (
            <div key={does} className="contents">
              <dt className="flex items-start gap-1.5">
                {keys.map((key) => (
                  <kbd key={key} className="rounded-control border border-line bg-sunken px-2 text-sm">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <Checkbox
          label={caseQueueTexts.keysOn}
          checked={on}
          onChange={({ target }) => setShortcutsEnabled(target.checked)}
        />
      </Dialog>
    </>
  )
}
