import { uploadPhoto } from '../../../application/access/photos.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import { asked, type Hall } from '../hall.ts'
import { picture, route } from '../route.ts'

/** */
export const uploadPhotoRoute = (hall: Hall) =>
  route(calls.uploadPhoto, ({ asker, body }) =>
    pipe(
      asked(() => body.photo.arrayBuffer()),
      TE.flatMap((file) => uploadPhoto(hall.doors)(asker, { file: new Uint8Array(file) })),
      TE.map((url) => ({ answer: { url } })),
    ),
  )

export const photoRoute = (hall: Hall) => picture(calls.photo, ({ params }) => hall.doors.photos.find(params.id))
