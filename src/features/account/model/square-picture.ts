/** Pixels of a side, enough for the largest face on a sharp screen. */
const SIDE = 256;

/** The largest square in the middle of a picture. */
export function middleSquare(width: number, height: number) {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

/**
 * A picture as a square of 256 pixels, without what a camera writes into its file.
 *
 * @throws InvalidStateError for what the browser cannot show
 */
export async function squarePicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  try {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SIDE;
    const { x, y, side } = middleSquare(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, x, y, side, side, 0, 0, SIDE, SIDE);
    return await new Promise((resolve, reject) => {
      // A browser that cannot write WebP writes PNG.
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The canvas is empty.'))),
        'image/webp',
        0.9,
      );
    });
  } finally {
    picture.close();
  }
}
