import { Keyboard } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../../components/buttons.tsx'
import { Dialog } from '../../components/dialogs.tsx'
import { Checkbox } from '../../components/form-controls.tsx'
import { caseQueueTexts } from './texts.ts'

/** Actions by key. Returning `false` leaves the key to the browser. */
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

/** Single-letter shortcuts can be disabled, as WCAG 2.1.4 requires for speech input and motor impairments. */
const useShortcutsEnabled = () => useSyncExternalStore(subscribe, areShortcutsEnabled)

const setShortcutsEnabled = (enabled: boolean) => {
  try {
    localStorage.setItem(storageKey, enabled ? 'on' : 'off')
  } catch {
    // without storage the choice is not remembered
  }
  for (const listener of listeners) listener()
}

/** Binds keys, except while the user is typing or a dialog or menu is open. */
export const useKeyboardShortcuts = (keys: KeyBindings) => {
  const enabled = useShortcutsEnabled()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
      if (defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target)) return
      if (!enabled && key !== 'Escape') return
      const act = latest.current[key]
      if (act !== undefined && act() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [enabled])
}

const isTyping = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"], [role="menu"]') !== null ||
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null)

/** Button and dialog that list the shortcuts and turn them on or off. */
export function KeyboardShortcutsButton() {
  const [open, setOpen] = useState(false)
  const enabled = useShortcutsEnabled()
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
          {caseQueueTexts.keyList.map(({ keys, action }) => (
            <div key={action} className="contents">
              <dt className="flex items-start gap-1.5">
                {keys.map((key) => (
                  <kbd key={key} className="rounded-control border border-line bg-sunken px-2 text-sm">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{action}</dd>
            </div>
          ))}
        </dl>
        <Checkbox
          label={caseQueueTexts.keysOn}
          checked={enabled}
          onChange={({ target }) => setShortcutsEnabled(target.checked)}
        />
      </Dialog>
    </>
  )
}
