declare module "virtual:tokens.css";
declare module "subset-font" {
  interface Options {
    targetFormat: "woff2";
    variationAxes?: Record<string, { min: number; max: number }>;
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
/** Of camelup, when this was built. */
declare const CAMELUP_VERSION: string;
