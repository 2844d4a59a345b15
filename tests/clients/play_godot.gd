# SPDX-License-Identifier: BSD-3-Clause
# Plays model.glb of the project in Godot: godot3-server --path PROJECT -s play_godot.gd EXPECTED.json SHOWN (see check.mjs)
extends SceneTree

var poses = File.new()


# The first node of a class below a node.
func find_node_of(node, name):
	if node.is_class(name):
		return node
	for child in node.get_children():
		var found = find_node_of(child, name)
		if found != null:
			return found
	return null


# What the vertex shader does in the mode "normalized", which the importer sets: targets are positions.
func write_pose(instance, base, targets, names):
	var weighted = []
	var rest = 1.0
	for i in range(targets.size()):
		var weight = instance.get("blend_shapes/" + names[i])
		if weight != 0:
			weighted.append([targets[i], weight])
			rest -= weight
	var transform = instance.global_transform
	for vertex in range(base.size()):
		var position = base[vertex] * rest
		for target in weighted:
			position += target[0][vertex] * target[1]
		position = transform.xform(position)
		poses.store_float(position.x)
		poses.store_float(position.y)
		poses.store_float(position.z)


func set_weights(instance, names, weight):
	for name in names:
		instance.set("blend_shapes/" + name, weight)


func read_json(path):
	var file = File.new()
	file.open(path, File.READ)
	return JSON.parse(file.get_as_text()).result


func _initialize():
	var arguments = OS.get_cmdline_args()
	var expected = read_json(arguments[arguments.size() - 2])
	var output = arguments[arguments.size() - 1]
	poses.open(output + ".bin", File.WRITE)

	var scene = load("res://model.glb").instance()
	get_root().add_child(scene)
	var instance = find_node_of(scene, "MeshInstance")
	var player = find_node_of(scene, "AnimationPlayer")
	var mesh = instance.mesh
	var base = mesh.surface_get_arrays(0)[Mesh.ARRAY_VERTEX]
	var targets = []
	for arrays in mesh.surface_get_blend_shape_arrays(0):
		targets.append(arrays[Mesh.ARRAY_VERTEX])
	var names = []
	for i in range(targets.size()):
		names.append(mesh.get_blend_shape_name(i))

	set_weights(instance, names, 0)
	write_pose(instance, base, targets, names)
	var clips = Array(player.get_animation_list()) if player != null else []
	# It sorts clips by name.
	var shown = []
	for clip in expected.clips:
		if not clip.name in clips:
			continue
		clips.erase(clip.name)
		shown.append(clip.name)
		set_weights(instance, names, 0)
		player.play(clip.name)
		for sample in clip.samples:
			player.seek(sample.time, true)
			write_pose(instance, base, targets, names)
	poses.close()

	var about = {
		"program": "Godot",
		"version": "%d.%d.%d" % [Engine.get_version_info().major, Engine.get_version_info().minor, Engine.get_version_info().patch],
		"clips": shown + clips,
		"vertices": base.size(),
		"normals": false,
	}
	var material = mesh.surface_get_material(0)
	if material == null or material.albedo_texture == null:
		about["skin"] = null
	var file = File.new()
	file.open(output + ".json", File.WRITE)
	file.store_string(JSON.print(about))
	file.close()
	quit()
