import * as z from "zod";
import { FaultSchema } from "./faults.ts";
import { SettingsChangeSchema } from "./settings.ts";
import type { RunningService } from "./start.ts";

/** The paths below `/_emulator`, for people and for tests in another process. */
export const CONTROL_PATHS = `  GET    /_emulator           the switches, the faults and how many requests and jobs there are
  GET    /_emulator/requests  every request so far, never with its key
  GET    /_emulator/jobs      every job with its turns
  POST   /_emulator/faults    a fault, as {"method":"POST","path":"/job$","times":1,"happens":{"kind":"reset"}}
  DELETE /_emulator/faults    removes all faults
  POST   /_emulator/settings  any switches, as {"pages":5000,"drift":true}
  POST   /_emulator/advance   advances the service's time, as {"ms":20000}
  POST   /_emulator/reset     forgets jobs, requests, faults and spent limits`;

const Advance = z.object({ ms: z.number().min(0) });

/** Answers the control paths for a running service; what it cannot read is a 400 that says why. */
export async function control(service: RunningService, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  try {
    switch (`${request.method} ${pathname.replace(/\/$/, "")}`) {
      case "GET /_emulator":
        return Response.json({
          settings: service.settings(),
          faults: service.faults(),
          requests: service.requests().length,
          jobs: service.jobs().length,
        });
      case "GET /_emulator/requests":
        return Response.json(service.requests());
      case "GET /_emulator/jobs":
        return Response.json(service.jobs());
      case "POST /_emulator/faults":
        service.fault(FaultSchema.parse(await request.json()));
        return Response.json({ faults: service.faults() }, { status: 201 });
      case "DELETE /_emulator/faults":
        service.clearFaults();
        return new Response(null, { status: 204 });
      case "POST /_emulator/settings":
        service.change(SettingsChangeSchema.parse(await request.json()));
        return Response.json(service.settings());
      case "POST /_emulator/advance":
        await service.advance(Advance.parse(await request.json()).ms);
        return new Response(null, { status: 204 });
      case "POST /_emulator/reset":
        await service.reset();
        return new Response(null, { status: 204 });
      default:
        return Response.json({ error: "There is no such control path" }, { status: 404 });
    }
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    return Response.json({ error: reason }, { status: 400 });
  }
}
