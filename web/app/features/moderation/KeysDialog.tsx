import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { CheckBox } from '../../components/CheckBox.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { texts } from '../../texts.ts'
import { switchKeys, useKeys, useKeysAreOn } from './keys.ts'

const { queue: words } = texts

/** The keys there are, and whether they act. */
export function KeysButton() {
  const [open, setOpen] = useState(false)
  const on = useKeysAreOn()
  useKeys({ '?': () => setOpen(true) })
  return (
    <>
      <Button look="quiet" small aria-keyshortcuts="?" onClick={() => setOpen(true)}>
        <Keyboard aria-hidden="true" className="size-4" />
        {words.keys}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={words.keys} description={words.keysIntro}>
        <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2.5">
          {words.keyList.map(({ keys, does }) => (
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
        <CheckBox label={words.keysOn} checked={on} onChange={({ target }) => switchKeys(target.checked)} />
      </Dialog>
    </>
  )
}
