import type { ReactNode } from 'react'
import { Button } from '../../../components/buttons.tsx'
import { Dialog, DialogActions, ReasonDialog } from '../../../components/dialogs.tsx'
import { ModalDialog } from '../../../components/modal-dialog.tsx'
import { PhotoPicker } from '../../../components/photo/photo-picker.tsx'
import { Toaster } from '../../../components/toast.tsx'
import { showErrorToast, showToast } from '../../../toasts.ts'
import { Tooltip, TooltipProvider } from '../../../components/tooltip.tsx'
import { noop, samplePhoto, type Story, story, WithValue } from './story.tsx'

/** A button that opens a dialog; the dialog can be closed and reopened. */
const opened = (label: string, dialog: (close: () => void) => ReactNode) => (
  <WithValue initial={false}>
    {(open, setOpen) => (
      <>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {label}
        </Button>
        {open && dialog(() => setOpen(false))}
      </>
    )}
  </WithValue>
)

const reason = { label: 'Motivo', maxLength: 500, confirm: 'Conferma', pending: false, error: null, onConfirm: noop }

export const overlayStories: readonly Story[] = [
  story(
    { Dialog, DialogActions, ModalDialog },
    {
      aperto: opened('Apri la finestra', (close) => (
        <Dialog open onClose={close} title="Segnala recensione" description="Un moderatore la esaminerà.">
          <DialogActions onCancel={close}>
            <Button onClick={close}>Invia</Button>
          </DialogActions>
        </Dialog>
      )),
    },
  ),
  story(
    { ReasonDialog },
    {
      aperto: opened('Chiedi un motivo', (close) => (
        <ReasonDialog {...reason} title="Ritira la valutazione" text="Il cliente non la vedrà più." onClose={close} />
      )),
      'in attesa': opened('Motivo in attesa', (close) => (
        <ReasonDialog {...reason} title="Annulla la prenotazione" pending onClose={close} />
      )),
      errore: opened('Motivo rifiutato', (close) => (
        <ReasonDialog
          {...reason}
          title="Sospendi l’account"
          error={{ message: 'Il caso è già stato deciso.', fields: {} }}
          onClose={close}
        />
      )),
    },
  ),
  story(
    { PhotoPicker },
    {
      aperto: opened('Scegli la foto', (close) => (
        <PhotoPicker
          open
          onClose={close}
          title="Foto della struttura"
          owner="business"
          photo={samplePhoto}
          onSave={close}
        />
      )),
      'in attesa': opened('Foto in salvataggio', (close) => (
        <PhotoPicker
          open
          saving
          onClose={close}
          title="Foto del menu"
          owner="business"
          photo={samplePhoto}
          onSave={close}
        />
      )),
    },
  ),
  story(
    { Toaster },
    {
      positivo: (
        <Button
          variant="secondary"
          onClick={() => showToast({ title: 'Modifiche salvate', text: 'Le vedono già tutti.' })}
        >
          Mostra un avviso
        </Button>
      ),
      errore: (
        <Button variant="secondary" onClick={() => showErrorToast('Il salvataggio non è riuscito.')}>
          Mostra un errore
        </Button>
      ),
    },
  ),
  story(
    { Tooltip, TooltipProvider },
    {
      'al passaggio o con il tasto Tab': (
        <TooltipProvider>
          <Tooltip text="Solo un suggerimento in più">
            <Button variant="secondary">Passa qui sopra</Button>
          </Tooltip>
        </TooltipProvider>
      ),
    },
  ),
]
