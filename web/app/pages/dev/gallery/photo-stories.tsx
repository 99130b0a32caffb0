import { ClientPhotoFields } from '../../../components/photo/client-photo-fields.tsx'
import { PhotoPreview, PhotoSources } from '../../../components/photo/photo-picker.tsx'
import { brokenPhoto, noop, samplePhoto, type Story, story } from './story.tsx'

const noPhoto = { profilePhoto: '', socialPhotoUrl: '', socialPhotoSource: '', photoConsent: false }
export const photoStories: readonly Story[] = [
  story(
    { PhotoPreview },
    {
      vuota: <PhotoPreview photo={null} shape="picker" />,
      pronta: <PhotoPreview photo={samplePhoto} shape="client" />,
      errore: <PhotoPreview photo={brokenPhoto} shape="picker" />,
    },
  ),
  story({ PhotoSources }, { normale: <PhotoSources shape="picker" owner="business" photo={null} onPhoto={noop} /> }),
  story(
    { ClientPhotoFields },
    {
      vuoti: <ClientPhotoFields values={noPhoto} onText={noop} errorOf={noop} />,
      'compilati, con errori': (
        <ClientPhotoFields
          values={{ ...noPhoto, profilePhoto: samplePhoto, socialPhotoSource: 'facebook' }}
          onText={noop}
          onConsent={noop}
          errorOf={(field) => (field === 'photoConsent' ? 'Serve il consenso.' : undefined)}
        />
      ),
    },
  ),
]
