import Foundation
import TestSupport
import Testing

@Suite struct FeatureTourTests {
    private static func program() throws -> URL {
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let places = [folder] + CommandLine.arguments.map { URL(filePath: $0).deletingLastPathComponent() }
        let programs = places.map { $0.appending(path: "FeatureTour") }
        return try #require(programs.first { FileManager.default.isExecutableFile(atPath: $0.path()) })
    }

    @Test func `a program that embeds the library links neither libuv nor SQLite`() throws {
        let program = try Data(contentsOf: Self.program())
        // The program's string table holds the names of the libraries.
        #expect(program.range(of: Data("libc.so".utf8)) != nil)
        for library in ["libuv", "libsqlite3"] { #expect(program.range(of: Data("\(library).so".utf8)) == nil) }
    }

    @Test func `the example prints the expected text`() throws {
        let run = try ChildProgram.run(try Self.program().path(), [])
        #expect(run.exit == .code(0))
        #expect(run.output == Self.printed)
    }

    private static let printed = """
        podcasts
          > playing episode 7
          blocked.purchase.required, ["purchase", "restorePurchases"]
          blocked.permission.notDetermined, ["requestPermissions"]
          > playlist rock
          published: ["PodcastApp/Playback · playEpisode", "PodcastApp/Favourites/SmartPlaylists · openPlaylist"]
        levels
          nothing bought: blocked.purchase.required
          bought: a level
          switched off by the player: blocked.toggle.off
          switched on again: a level
          switched off by the program: blocked.feature.disabled
        shop
          LevelBuilder: blocked.purchase.required
          LevelBuilder: available
          LevelBuilder: blocked.purchase.expired
          LevelBuilder: available
          made up: entitled, by override
        selfies
          authorized [camera], denied [photos]
          to be asked for [location.whenInUse]
        platforms
          debian: available, available
          ubuntu: available, blocked.platform.unsupported
          fedora: blocked.platform.unsupported, blocked.platform.unsupported
        photos
          > restricted by a policy: photos
          > to be bought: Photo attachments
          > to be allowed in the settings: photos
          > to be asked for: photos, camera
          > you are going to attach a photo: please allow camera
          ? the system asks for camera
          > asked: cancelled, outstanding photos, camera
          > to be asked for: photos, camera
          > you are going to attach a photo: please allow camera
          ? the system asks for camera
          > you are going to attach a photo: please allow photos
          ? the system asks for photos
          > asked: granted
          > choose a photo
        downloads
          9 bytes
          what TurboDownloads depends on has changed since it was verified; request it again
        links
          > playing episode 7 from second 90
          opened PodcastApp/Playback · playEpisode
          PodcastApp/Favourites/SmartPlaylists: blocked.purchase.required, ["purchase", "restorePurchases"]
          > playlist rock
          opened PodcastApp/Favourites/SmartPlaylists · openPlaylist
          rejected.route.notFound: No route takes this URL. segment 2 is `seven`, not `$(number:uint)`
          rejected.input.invalid: The value of `from` is not of the type `uint`.
          rejected.url.hostNotAllowed: No route table declares the host `other.example` for `https` links.
          rejected.url.invalid: The text does not begin with a scheme.
          opened PodcastApp/Downloading/TurboDownloads · download
          https://pod.example/episodes/7
          DeepLinking: blocked.feature.disabled, ["enableRuntime", "hideEntryPoint"]
        table
          > jazz at volume 9
          opened Stations · tune
          Stations/Recorder: blocked.purchase.required, ["purchase", "restorePurchases"]
          > recorded 30 minutes
          opened Stations/Recorder · record
          Stations/Recorder: no type performs the action `record`; bind one in `bind(actions:)` of a `TableFeature`
        callers
          blocked.profile.notAllowed
          blocked.caller.notAllowed
          blocked.program.missing
          all is well
        users
          > playlist rock
          uid:1001 openPlaylist -
          uid:1001 openPlaylist -
          uid:1001 openPlaylist ok.performed
          uid:1002 openPlaylist blocked.purchase.required
        coins and words
          > recorded, coins left: 4
          > recorded, coins left: 1
          blocked.purchase.required
          en: You can buy 2 units of “Coins”.
          de: Zum Kauf: 2 Einheiten „Coins“.
          blocked.permission.notDetermined
          en: You can allow the microphone when you are asked. To record your clip.
          de: Zugriff auf das Mikrofon lässt sich auf Nachfrage erlauben. To record your clip.
        permissions of the daemon
          pending.undetermined
          no daemon is listening at /nonexistent/io.deeplinkd.sock; start it, or name its socket
        observers
          episode 7 begins
          > playing episode 7
          PodcastApp/Playback playEpisode -
          PodcastApp/Playback playEpisode ok.performed
          PodcastApp/Favourites/SmartPlaylists openPlaylist blocked.purchase.required

        """
}
